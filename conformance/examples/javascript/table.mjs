/**
 * The table of a game of Mindbug: what lies on it, how it is read, and the instructions that
 * change it.
 */

import { CARDS } from './cards.mjs';

/** @typedef {'p1' | 'p2'} Seat */
/** @typedef {{ h: string, design: string }} Card  a card, with the name the kit gave it */
/**
 * A card in play. Each entry into play makes a new one: identity means `has stayed in play`, and
 * nothing of an earlier stay (exhaustion) can linger (mb.keyword.fresh).
 * @typedef {Card & { controller: Seat, exhausted: boolean }} Creature
 */
/**
 * An effect that has triggered, for the player who controlled its source then.
 * @typedef {{ you: Seat, opponent: Seat, source: string, design: string, ability: string }} Effect
 */

export const SEATS = /** @type {const} */ (['p1', 'p2']);
const HAND_SIZE = 5;
const LIFE = 3;
const MINDBUGS = 2;

export const opponentOf = (/** @type {Seat} */ seat) => (seat === 'p1' ? 'p2' : 'p1');

/** Thrown through the running procedures: nothing happens after the end (mb.life.zero). */
export class GameOver extends Error {
  constructor(winner, reason) {
    super(reason);
    this.end = { winner, reason };
  }
}

/** What lies on the table, and the instructions that change it. */
export class Game {
  constructor() {
    const newPlayer = () => ({ life: LIFE, mindbugs: MINDBUGS, hand: [], deck: [], discard: [] });
    this.players = { p1: newPlayer(), p2: newPlayer() };
    /** @type {Creature[]} */ this.inPlay = [];
    /** @type {Card[]} */ this.unused = [];
    /** @type {Card[]} */ this.aside = [];
    /** @type {Card | null} */ this.played = null;
    /** @type {Seat} */ this.turn = 'p1';
    /** @type {Effect[]} */ this.waiting = [];
    /** @type {{ winner: Seat | null, reason: string } | null} */ this.over = null;
  }

  // ---- reading the board

  /** The creatures a player controls. */
  allies(seat) {
    return this.inPlay.filter((creature) => creature.controller === seat);
  }

  /** mb.card.power, mb.card.minimum-power */
  power(creature) {
    let power = CARDS[creature.design].power;
    for (const me of this.inPlay) power += CARDS[me.design].adds?.(this, me, creature) ?? 0;
    return Math.max(1, power);
  }

  /**
   * The keywords of every creature in play. They grow from the printed ones until nothing is added,
   * so a keyword that creatures only copy from each other never appears (mb.constant.grounded).
   * @returns {Map<Creature, Set<string>>}
   */
  allKeywords() {
    const all = new Map(this.inPlay.map((it) => [it, new Set(CARDS[it.design].keywords)]));
    const has = (creature, keyword) => all.get(creature).has(keyword);
    const givers = this.inPlay.filter((me) => CARDS[me.design].gives);
    for (let grew = givers.length > 0; grew; ) {
      grew = false;
      for (const [creature, keywords] of all) {
        const before = keywords.size;
        for (const me of givers) {
          for (const each of CARDS[me.design].gives(this, me, creature, has)) keywords.add(each);
        }
        grew ||= keywords.size > before;
      }
    }
    return all;
  }

  has(creature, keyword) {
    return this.allKeywords().get(creature).has(keyword);
  }

  /** mb.attack.block, mb.keyword.sneaky */
  canBlock(blocker, attacker) {
    if (this.has(attacker, 'sneaky') && !this.has(blocker, 'sneaky')) return false;
    return !this.inPlay.some((me) => CARDS[me.design].barsBlock?.(this, me, blocker, attacker));
  }

  // ---- instructions: each is carried out whole, then what must follow at once does

  gainLife(seat, amount) {
    this.players[seat].life += amount;
  }

  /** mb.life.lose */
  loseLife(seat, amount) {
    this.players[seat].life = Math.max(0, this.players[seat].life - amount);
    this.checkLife();
  }

  /** mb.life.set; Turbo Bug never meets less than 1. */
  setLife(seat, life) {
    const difference = life - this.players[seat].life;
    if (difference > 0) this.gainLife(seat, difference);
    if (difference < 0) this.loseLife(seat, -difference);
  }

  /** mb.life.zero, mb.life.both-zero */
  checkLife() {
    const alive = SEATS.filter((seat) => this.players[seat].life > 0);
    if (alive.length < SEATS.length) throw new GameOver(alive[0] ?? null, 'life');
  }

  /** mb.draw.refill: after whatever made a hand smaller, before anything else. */
  refill() {
    for (const { hand, deck } of Object.values(this.players)) {
      if (hand.length < HAND_SIZE) hand.push(...deck.splice(0, HAND_SIZE - hand.length));
    }
  }

  /** mb.play.card: the card is on the table, and not yet in play. */
  layDown(seat, card) {
    remove(this.players[seat].hand, card);
    this.played = card;
    this.refill();
  }

  /** A card enters play; its Play effect triggers unless it is barred (mb.trigger.play). */
  enterPlay(seat, { h, design }) {
    const creature = { h, design, controller: seat, exhausted: false };
    this.inPlay.push(creature);
    if (!this.inPlay.some((me) => CARDS[me.design].barsPlay?.(me, seat))) {
      this.trigger('play', creature);
    }
  }

  /** mb.trigger.play-any-way */
  playFromDiscard(seat, pileOf, cards) {
    for (const card of cards) {
      remove(this.players[pileOf].discard, card);
      this.enterPlay(seat, card);
    }
  }

  takeDiscardPile(seat) {
    const { hand, discard } = this.players[seat];
    hand.push(...discard.splice(0));
  }

  /**
   * Creatures are defeated together: what saves them is read before any leaves, and all that do
   * leave lie in discard piles before an effect starts (mb.attack.simultaneous, mb.keyword.tough).
   */
  defeat(creatures) {
    const keywords = this.allKeywords();
    const isSaved = (creature) => keywords.get(creature).has('tough') && !creature.exhausted;
    const saved = creatures.filter(isSaved);
    const lost = creatures.filter((creature) => !saved.includes(creature));
    for (const creature of saved) creature.exhausted = true;
    for (const { h, design, controller } of lost) {
      this.players[controller].discard.push({ h, design });
    }
    this.inPlay = this.inPlay.filter((creature) => !lost.includes(creature));
    for (const creature of lost) this.trigger('defeated', creature);
  }

  /** mb.term.control: it stays in play as it is, and nothing triggers. */
  takeControl(seat, creatures) {
    for (const creature of creatures) creature.controller = seat;
  }

  /** mb.term.discard-all: the player chooses all the cards together, then refills. */
  *discards(me, seat, count) {
    const { hand, discard } = this.players[seat];
    const chosen = yield* this.choose(me, hand, { who: seat, min: count, max: count });
    for (const card of chosen) discard.push(remove(hand, card));
    this.refill();
  }

  /** mb.term.steal, mb.effect.named-chooser: nobody chooses, every pick is equally likely. */
  *stealsAtRandom(me, count) {
    const { hand } = this.players[me.opponent];
    const picked = yield* this.choose(me, hand, {
      who: 'nature', kind: 'pick', min: count, max: count,
    });
    for (const card of picked) this.players[me.you].hand.push(remove(hand, card));
    this.refill();
  }

  // ---- asking

  /**
   * One answer of several.
   * @returns {Generator<object, object, object>}
   */
  *ask(who, kind, legal, extra = {}) {
    return yield { who, kind, legal, ...extra };
  }

  /**
   * From `min` to `max` of these cards, or as many as there are; exactly one unless told otherwise.
   * Who applies an effect chooses unless somebody else is named (mb.effect.chooser).
   */
  *choose(me, from, { who = me.you, kind = 'choose', min = 1, max = 1 } = {}) {
    if (from.length === 0) return [];
    const most = Math.min(max, from.length);
    const choose = { from: from.map(({ h }) => h), min: Math.min(min, most), max: most };
    const answer = yield { who, kind, choose, source: me.source };
    return from.filter(({ h }) => answer.choose.includes(h));
  }

  // ---- effects that wait

  /** The effect belongs to who controls the creature now (mb.trigger.controller). */
  trigger(ability, { h, design, controller }) {
    if (!CARDS[design][ability]) return;
    const opponent = opponentOf(controller);
    this.waiting.push({ you: controller, opponent, source: h, design, ability });
  }

  /** mb.effect.one-at-a-time: new ones join those waiting. */
  *resolveWaiting() {
    while (this.waiting.length > 0) {
      const effect = remove(this.waiting, yield* this.nextEffect());
      yield* CARDS[effect.design][effect.ability](this, effect);
    }
  }

  /**
   * mb.effect.order: the active player orders the effects of both.
   * No card here comes back while effects wait, so its name and the word tell each of them.
   */
  *nextEffect() {
    if (this.waiting.length === 1) return this.waiting[0];
    const legal = this.waiting.map(({ source, ability }) => ({ resolve: source, ability }));
    const answer = yield* this.ask(this.turn, 'order', legal);
    return this.waiting[legal.findIndex((option) => isSameAnswer(option, answer))];
  }
}

/** @template T @param {T[]} list @param {T} item @returns {T} */
export function remove(list, item) {
  list.splice(list.indexOf(item), 1);
  return item;
}

/** Answers are equal if they say the same, in whatever order of keys. */
export function isSameAnswer(one, other) {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}
