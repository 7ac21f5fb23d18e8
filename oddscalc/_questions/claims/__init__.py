"""Numbers that others print about bets: what they are, or what would give them."""

from __future__ import annotations

from oddscalc._questions.claims.judgement import (
    COINCIDENCE,
    CONFIRMED,
    REFUTED,
    UNKNOWN,
    ClaimSubject,
    Verdict,
    claim,
)

__all__ = ["COINCIDENCE", "CONFIRMED", "REFUTED", "UNKNOWN", "ClaimSubject", "Verdict", "claim"]
