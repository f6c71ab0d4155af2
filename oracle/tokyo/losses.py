"""The frame of a damage: who is about to lose how many hearts, and by whom."""

from __future__ import annotations

from oracle.kernel.procedures import Locals

# Locals of the frame of damage: the tuples go together, one entry for each loss; a monster has two
# if two sources strike it at one moment. DOERS says whose doing each is and by which card; ANSWERS
# is what wounded monsters do to the attacker, which is defended against on its own and then JOINED
# to this damage, so that all lose together: entries from NEXT on.
DAMAGE_FRAME = Locals()
BY = DAMAGE_FRAME.one()
CAUSE = DAMAGE_FRAME.one()
CLAWS = DAMAGE_FRAME.one()
SEATS = DAMAGE_FRAME.one()
AMOUNTS = DAMAGE_FRAME.one()
HIT = DAMAGE_FRAME.one()
LOST = DAMAGE_FRAME.one()
NEXT = DAMAGE_FRAME.one()
DOERS = DAMAGE_FRAME.one()
ANSWERS = DAMAGE_FRAME.one()
JOINED = DAMAGE_FRAME.one()
ASKED = DAMAGE_FRAME.one()
LATER = DAMAGE_FRAME.one()
DECIDED = DAMAGE_FRAME.one()
LEAVING = DAMAGE_FRAME.one()
THERE = DAMAGE_FRAME.one()
WAITING = DAMAGE_FRAME.one()  # what waits for these losses, as it was when they came
VOWS = DAMAGE_FRAME.one()  # who said before the loss whether it will be saved at will
DEALT = DAMAGE_FRAME.one()  # the amounts as they were dealt, before anybody defended itself
