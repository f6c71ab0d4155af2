"""Claims about triggered effects: none is lost, none happens twice."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import claim
from conformance.properties.table import Box, Table, other
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import Frame, Over

HEALER, HEALED = "axolotl-healer", 2
BARREL, STOLEN = "strange-barrel", 2
PLAIN = ["gorillion", "luchataur"]


@claim("mb.trigger.play", "mb.play.effect", "mb.mindbug.play-effect", needs=("setup", "state"))
def every_play_effect_happens_once(table: Table, choices: Choices) -> None:
    """Each Axolotl Healer that is played heals two life of whoever ends up with it."""
    box = Box([], choices)
    played = ""
    frame = table.stand(
        {
            "players": {
                seat: {
                    "mindbugs": choices.below(3),
                    "hand": box.row([HEALER] * choices.between(1, 5)),
                }
                for seat in ("p1", "p2")
            },
            "turn": "p1",
        }
    )
    life = {seat: player["life"] for seat, player in table.state(frame)["players"].items()}
    while not isinstance(frame.next, Over):
        answer = preferring("play", frame, choices)
        if "attack" in answer:
            return  # the hands are empty: no more play effects, and life is lost from here on
        played = answer["play"] if frame.next.kind == "turn" else played
        frame = table.answer(frame, answer)
        state = table.state(frame)
        if not isinstance(frame.next, Over) and frame.next.kind == "turn":
            healed = controller(state, played)
            assert healed is not None, f"{played} was played and is not in play"
            life[healed] += HEALED
            for seat, player in state["players"].items():
                assert player["life"] == life[seat], f"{healed} played a healer: {player['life']}"


def controller(state: JsonObject, handle: str) -> str | None:
    """Who has the creature in play, if anybody."""
    for seat, player in state["players"].items():
        if any(creature["h"] == handle for creature in player["play"]):
            return str(seat)
    return None


@claim(
    "mb.trigger.defeated",
    "mb.trigger.defeated-any-cause",
    "mb.attack.simultaneous",
    "mb.effect.order",
    needs=("setup", "state"),
)
def every_defeated_effect_happens_once(table: Table, choices: Choices) -> None:
    """Each Strange Barrel that is defeated, alone or with others, steals two random cards."""
    box = Box([], choices)
    board = [BARREL, *PLAIN]
    setup: JsonObject = {
        "players": {
            seat: {
                "life": 30,
                "mindbugs": 0,
                "hand": box.row([PLAIN[0]] * 12),
                "play": box.row([choices.one_of(board) for _ in range(choices.between(1, 4))]),
            }
            for seat in ("p1", "p2")
        },
        "turn": "p1",
    }
    barrels = {
        card["h"]
        for player in setup["players"].values()
        for card in player["play"]
        if card["card"] == BARREL
    }
    frame = table.stand(setup)
    stolen = {"p1": 0, "p2": 0}
    for _ in range(60):
        if isinstance(frame.next, Over):
            return
        before = table.state(frame)
        verb = "block" if frame.next.kind == "block" else "attack"
        frame = table.answer(frame, preferring(verb, frame, choices))
        after = table.state(frame)
        for seat in ("p1", "p2"):
            mine = set(before["players"][other(seat)]["hand"])
            stolen[seat] += len(mine & set(after["players"][seat]["hand"]))
        if not isinstance(frame.next, Over) and frame.next.kind == "turn":
            for seat in ("p1", "p2"):
                dead = len(barrels & set(after["players"][seat]["discard"]))
                assert stolen[seat] == STOLEN * dead, (
                    f"{dead} barrels of {seat} were defeated, {stolen[seat]} cards were stolen"
                )
            if min(len(player["hand"]) for player in after["players"].values()) < 2 * STOLEN:
                return


def preferring(verb: str, frame: Frame, choices: Choices) -> JsonObject:
    """A legal answer, with this verb if there is one."""
    assert not isinstance(frame.next, Over)
    legal = frame.next.legal
    if legal.factored is not None:
        return legal.nth(choices.below(len(legal)))
    wanted = [answer for answer in legal if verb in answer]
    return choices.one_of(wanted or list(legal))
