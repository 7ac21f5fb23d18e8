"""Numbers that others print about bets: what they are, or what would give them."""

from __future__ import annotations

from oddscalc._questions.claims.judgement import CONFIRMED, REFUTED, ClaimSubject, Verdict, claim

__all__ = ["CONFIRMED", "REFUTED", "ClaimSubject", "Verdict", "claim"]
