/**
 * Mindbug First Contact: the procedures of the rulebook, from the deal to the end.
 *
 * Each is a generator: it runs until somebody must decide, yields the decision and goes on with the
 * answer. `Match` drives them. A saved match is what it began with and the answers so far, so that
 * nothing of a running generator has to be saved.
 */

import { CARDS } from './cards.mjs';
import { GameOver, SEATS, isSameAnswer, opponentOf, remove } from './table.mjs';

const DECK_SIZE = 10;

/** mb.setup.*: every card dealt or revealed is decided by chance. */
function* setUp(game) {
  for (const seat of SEATS) {
    for (let dealt = 0; dealt < DECK_SIZE; dealt++) {
      game.players[seat].deck.push(yield* fromUnused(game, 'deal', seat));
    }
  }
  game.refill(); // the opening hands (mb.setup.hand)
  game.turn = yield* firstPlayer(game);
}

function* fromUnused(game, verb, seat) {
  const legal = game.unused.map(({ h }) => ({ [verb]: h }));
  const answer = yield* game.ask('nature', verb, legal, { data: { for: seat } });
  return remove(game.unused, game.unused.find(({ h }) => h === answer[verb]));
}

/** mb.setup.first-player-power, mb.setup.first-player-tie */
function* firstPlayer(game) {
  while (game.unused.length >= SEATS.length) {
    const powers = [];
    for (const seat of SEATS) {
      const card = yield* fromUnused(game, 'reveal', seat);
      game.aside.push(card);
      powers.push(CARDS[card.design].power);
    }
    if (powers[0] !== powers[1]) return powers[0] > powers[1] ? 'p1' : 'p2';
  }
  const answer = yield* game.ask('nature', 'first', SEATS.map((first) => ({ first })));
  return answer.first;
}

/** mb.turn.alternate */
function* takeTurns(game) {
  for (;;) {
    // Each Mindbug used on a card laid down makes its player owe one more (mb.mindbug.again).
    for (let owed = 1; owed > 0; owed--) {
      if (yield* takeAction(game, game.turn)) owed++;
    }
    game.turn = opponentOf(game.turn);
  }
}

/** mb.turn.must-act; true if a Mindbug took the card. */
function* takeAction(game, seat) {
  const legal = [
    ...game.players[seat].hand.map(({ h }) => ({ play: h })),
    ...game.allies(seat).map(({ h }) => ({ attack: h })),
  ];
  if (legal.length === 0) throw new GameOver(opponentOf(seat), 'no-action'); // mb.turn.no-action
  const answer = yield* game.ask(seat, 'turn', legal);
  if (answer.play) {
    return yield* playCard(game, seat, game.players[seat].hand.find(({ h }) => h === answer.play));
  }
  yield* attackAction(game, seat, game.allies(seat).find(({ h }) => h === answer.attack));
  return false;
}

/** mb.play.*, mb.mindbug.*; true if a Mindbug took the card. */
function* playCard(game, seat, card) {
  game.layDown(seat, card);
  const opponent = opponentOf(seat);
  const isTaken = yield* usesMindbug(game, opponent, card);
  if (isTaken) game.players[opponent].mindbugs--;
  game.played = null;
  game.enterPlay(isTaken ? opponent : seat, card);
  yield* game.resolveWaiting();
  return isTaken;
}

/** mb.mindbug.offer */
function* usesMindbug(game, seat, card) {
  if (game.players[seat].mindbugs === 0) return false;
  const legal = [{ mindbug: true }, { decline: true }];
  return 'mindbug' in (yield* game.ask(seat, 'mindbug', legal, { source: card.h }));
}

/** An attack and, with FRENZY, perhaps a second (mb.keyword.frenzy, mb.keyword.frenzy-in-play). */
function* attackAction(game, seat, attacker) {
  yield* attack(game, seat, attacker);
  if (!isStill(game, seat, attacker) || !game.has(attacker, 'frenzy')) return;
  const legal = [{ attack: attacker.h }, { decline: true }];
  const answer = yield* game.ask(seat, 'attack-again', legal, { source: attacker.h });
  if (answer.attack) yield* attack(game, seat, attacker);
}

const isStill = (game, seat, creature) =>
  game.inPlay.includes(creature) && creature.controller === seat;

/** mb.attack.*: declare, Attack effects, block, fight or loss of life. */
function* attack(game, seat, attacker) {
  game.trigger('attack', attacker);
  yield* game.resolveWaiting();
  if (!isStill(game, seat, attacker)) return; // mb.attack.ends
  const blocker = (yield* hunts(game, seat, attacker)) ?? (yield* blocks(game, seat, attacker));
  if (blocker) game.defeat(losersOf(game, attacker, blocker));
  else game.loseLife(opponentOf(seat), 1); // mb.attack.unblocked
  yield* game.resolveWaiting();
}

/** mb.keyword.hunter: the creature that must block, if the attacker's player wants one to. */
function* hunts(game, seat, attacker) {
  const enemies = game.allies(opponentOf(seat));
  if (enemies.length === 0 || !game.has(attacker, 'hunter')) return undefined;
  const legal = [...enemies.map(({ h }) => ({ hunt: h })), { decline: true }];
  const answer = yield* game.ask(seat, 'hunt', legal, { source: attacker.h });
  return enemies.find(({ h }) => h === answer.hunt);
}

/** mb.attack.block */
function* blocks(game, seat, attacker) {
  const defender = opponentOf(seat);
  const able = game.allies(defender).filter((creature) => game.canBlock(creature, attacker));
  const legal = [...able.map(({ h }) => ({ block: h })), { decline: true }];
  const answer = yield* game.ask(defender, 'block', legal, { source: attacker.h });
  return able.find(({ h }) => h === answer.block);
}

/** Who loses the fight: mb.attack.lower-power, mb.attack.tie, mb.keyword.poisonous. */
function losersOf(game, ...fighters) {
  return fighters.filter((creature, index) => {
    const other = fighters[1 - index];
    return game.power(creature) <= game.power(other) || game.has(other, 'poisonous');
  });
}

/** @template T @param {T[]} list @param {number} size @returns {T[][]} */
function combinations(list, size) {
  if (size === 0) return [[]];
  return list.flatMap((first, index) =>
    combinations(list.slice(index + 1), size - 1).map((rest) => [first, ...rest]),
  );
}

/** A game and the one thing it waits for. */
export class Match {
  /**
   * @param {Game} game as it lies on the table
   * @param {boolean} isDealt whether it stands at a turn action, or at its very start
   */
  constructor(game, isDealt) {
    this.game = game;
    this.answers = [];
    this.pending = null;
    this.running = (function* () {
      if (isDealt) {
        game.checkLife();
        game.refill();
      } else yield* setUp(game);
      yield* takeTurns(game);
    })();
    this.advance();
  }

  /** Whether an answer is among the legal ones. */
  isLegal(answer) {
    const { legal, choose } = this.pending;
    if (legal) return legal.some((option) => isSameAnswer(option, answer));
    const chosen = answer.choose;
    if (Object.keys(answer).length !== 1 || !Array.isArray(chosen)) return false;
    if (new Set(chosen).size !== chosen.length) return false;
    if (chosen.length < choose.min || chosen.length > choose.max) return false;
    return chosen.every((h) => choose.from.includes(h));
  }

  /** Every legal answer; what is factored is written out. */
  options() {
    const { legal, choose } = this.pending;
    if (legal) return legal;
    const options = [];
    for (let size = choose.min; size <= choose.max; size++) {
      for (const chosen of combinations(choose.from, size)) options.push({ choose: chosen });
    }
    return options;
  }

  /** Answers what can be answered in one way only, until somebody really has a choice. */
  applyForced() {
    for (let forced = this.forced(); forced; forced = this.forced()) this.apply(forced);
  }

  /** The one legal answer, if there is only one. */
  forced() {
    if (!this.pending) return null;
    const { legal, choose } = this.pending;
    if (legal) return legal.length === 1 ? legal[0] : null;
    return choose.min === choose.from.length ? { choose: choose.from } : null;
  }

  /** Goes on with a legal answer. */
  apply(answer) {
    this.answers.push(answer);
    this.advance(answer);
  }

  advance(answer) {
    try {
      this.pending = this.running.next(answer).value;
    } catch (error) {
      if (!(error instanceof GameOver)) throw error;
      this.pending = null;
      this.game.over = error.end;
    }
  }
}
