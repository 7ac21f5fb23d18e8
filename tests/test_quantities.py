"""The registry of quantities: complete, defined, and each number by a second road."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isqrt
from pathlib import Path

import pytest

from oddscalc import edge, portfolio
from oddscalc._ask.quantities import BASES, EDGES, QUANTITIES, Quantity, edges
from oddscalc._ask.query import Valued
from oddscalc._show.words.contract import answer_object

GLOSSARY = (Path(__file__).parent.parent / "docs" / "glossary.md").read_text(encoding="utf-8")
ALL = [*QUANTITIES.values(), *(one for three in EDGES.values() for one in three)]
BETS = ["pass", "dont-pass", "place-6", "field", "any-7", "buy-4", "lay-4", "horn", "whirl", "fire"]


@pytest.fixture(scope="module", params=[*BETS, "odds", "no price"])
def answer(request: pytest.FixtureRequest) -> Valued:
    if request.param == "odds":
        return edge("dont-pass", odds="6x")
    return edge("hot-roller" if request.param == "no price" else request.param)


@pytest.mark.parametrize("quantity", ALL, ids=lambda one: f"{one.key} {one.basis}".strip())
def test_a_quantity_is_defined_in_one_sentence_and_in_the_glossary(quantity: Quantity) -> None:
    assert re.fullmatch(r"[A-Z][^.]*\.", quantity.definition), quantity.definition
    assert quantity.name
    assert quantity.unit
    edge_of_stake = quantity.basis in ("", "stake")
    assert not edge_of_stake or quantity.definition in GLOSSARY


def test_no_two_quantities_have_one_key() -> None:
    keys = [(one.key, one.basis) for one in ALL]
    assert len(set(keys)) == len(keys)
    assert all(key == one.key for key, one in QUANTITIES.items())


def test_json_has_no_number_that_is_not_registered(answer: Valued) -> None:
    told = answer_object(answer)
    apart = {"bet", "name", "rules", "reading", "paytable", "basis", "outcomes", "also", "notes"}
    assert told.keys() - apart - {"house_edge"} <= QUANTITIES.keys()
    for three in (told["house_edge"], *(other["house_edge"] for other in told["also"])):
        assert list(three) == [one.key for one in EDGES["stake"]]


def test_the_numbers_are_those_of_the_outcomes(answer: Valued) -> None:
    value = answer.value
    cases = [(one.probability, one.net) for one in value.payoffs if one.net is not None]
    of = {key: quantity.of(value) for key, quantity in QUANTITIES.items()}
    for result in ("win", "lose", "push"):
        chances = [one.probability for one in value.payoffs if one.outcome.result == result]
        assert of[result] == sum(chances)
    if not cases:
        assert {key for key, number in of.items() if number is not None} == {
            *("win", "lose", "push", "expected_rolls", "action")
        }
        assert all(one.of(value) is None for one in EDGES["stake"])
        return
    first, second, third, fourth = (sum(p * net**n for p, net in cases) for n in (1, 2, 3, 4))
    variance = second - first**2
    central = third - 3 * first * second + 2 * first**3
    assert of["expected_value"] == first
    assert of["variance"] == of["sd"] == variance
    assert of["hit_frequency"] == sum(p for p, net in cases if net > 0)
    assert of["skewness"] == central * abs(central) / variance**3
    kurtosis = (fourth - 4 * first * third + 6 * first**2 * second - 3 * first**4) / variance**2
    assert (of["kurtosis"], of["excess_kurtosis"]) == (kurtosis, kurtosis - 3)
    assert of["rtp"] == 1 + first / of["action"]
    assert of["loss_per_roll"] == -first / of["expected_rolls"]


def test_edges_are_the_loss_over_each_basis(answer: Valued) -> None:
    value = answer.value
    for basis in value.bases:
        made, resolved, roll = (one.of(value) for one in EDGES[basis.name])
        if value.expected_value is None:
            assert (made, resolved, roll) == (None, None, None)
        else:
            assert made is not None
            assert made * basis.amount == -value.expected_value
            assert resolved == -value.expected_value / (basis.amount - basis.returned)
            assert roll == made / value.expected_rolls
    for basis in BASES.keys() - {one.name for one in value.bases}:
        assert [one.of(value) for one in EDGES[basis]] == [None, None, None]


def test_a_root_is_printed_to_ten_digits_with_its_sign() -> None:
    value = edge("place-6").value
    number = QUANTITIES["skewness"].of(value)
    assert number is not None
    assert number < 0 or number > 0
    text = QUANTITIES["skewness"].text(value)
    assert text is not None
    assert text.startswith("-") == (number < 0)
    digits = Fraction(text.lstrip("-"))
    assert abs(isqrt(int(abs(number) * 10**24)) - digits * 10**12) < 100


def test_labels_name_the_basis_unless_it_is_the_stake() -> None:
    labels = [label for label, _ in edges(edge("dont-pass", odds="6x").value)]
    assert labels[0] == "edge over action per bet made"
    assert labels[-1] == "edge over stake per roll"
    assert next(edges(edge("pass").value))[0] == "house edge per bet made"
    assert portfolio({"pass": 5}).house_edge.per_bet_made == Fraction(7, 495)
