// A placeholder for your engine: whole turns of Mindbug, with two cards it knows.
//
// Replace the inside of Game by calls to your own engine, and keep its five methods: start,
// setup, pending, answer, state. What cannot be done yet throws NotYet: it is then skipped,
// not failed.

export type Seat = "p1" | "p2";
export type Handle = string; // the kit names every card, such as "#7"
export type Answer = Record<string, any>; // such as {"attack": "#7"} or {"decline": true}

export interface Placed {
  h: Handle;
  card: string;
  exhausted?: boolean;
}

export interface Choose {
  from: Handle[];
  min: number;
  max: number;
}

export interface Pending {
  who?: string;
  kind?: string;
  legal?: Answer[];
  choose?: Choose;
  over?: Over;
}

export interface Over {
  winner: Seat | null;
  reason: string;
}

export interface Player {
  life: number;
  mindbugs: number;
  hand: Handle[];
  deck: Handle[];
  play: Handle[];
  discard: Handle[];
}

export interface Card {
  power: number;
  keywords: string[];
}

export type Cards = Record<string, Card>;
export type Plays = Record<string, Record<string, any>>;
export type Names = Record<Handle, string>;
export type Players = Record<Seat, Player>;
export type Given = Record<string, any>; // a part of a setup

// Every card known; the others have text to obey.
const CARDS: Cards = {
  gorillion: { power: 10, keywords: [] },
  "spider-owl": { power: 3, keywords: ["poisonous", "sneaky"] },
};
const KEYWORDS = ["poisonous", "sneaky"]; // the keywords obeyed
const OPTIONS = {}; // your answers where books leave a choice; what is left out is the default
const FEATURES = [
  ...Object.keys(CARDS).map((card) => `card:${card}`),
  ...KEYWORDS.map((keyword) => `keyword:${keyword}`),
]; // leave features out of PLAYS once you know them all
export const PLAYS: Plays = {
  "mindbug/first-contact": { features: FEATURES, options: OPTIONS },
};
export const OPS = ["setup", "state"]; // to come: view, snapshot, replay, perft, card, options
const HAND = 5;

// Something the rules allow and this engine cannot do yet.
export class NotYet extends Error {}

// One game: it always waits for exactly one thing.
export class Game {
  players: Players = { p1: newPlayer(), p2: newPlayer() };
  cards: Names = {};
  unused: Handle[] = [];
  aside: Handle[] = [];
  turn: Seat = "p1";
  attacker: Handle | null = null;
  played: Handle | null = null; // a card laid open, which a Mindbug may take
  undealt: number = 0; // cards the players still get
  unrevealed: number = 0; // cards that still decide who plays first
  over: Over | null = null;

  // A game from its beginning: the kit deals, we say what can be dealt.
  static start(pool: Placed[], players: number): Game {
    const game = new Game();
    for (const card of pool) {
      game.cards[card.h] = card.card;
      game.unused.push(card.h);
    }
    game.undealt = 20;
    game.unrevealed = 2;
    return game;
  }

  // A position as the kit describes it, at the turn action of `turn`.
  static setup(setup: Given): Game {
    const game = new Game();
    const take = (cards: Placed[] | undefined) => (cards ?? []).map((card) => game.take(card));
    game.turn = setup.turn;
    for (const seat of seats()) {
      const given = setup.players[seat] ?? {};
      const player = game.players[seat];
      player.life = given.life ?? 3;
      player.mindbugs = given.mindbugs ?? 2;
      player.hand = take(given.hand);
      player.deck = take(given.deck);
      player.play = take(given.play);
      player.discard = take(given.discard);
      game.draw(player);
    }
    game.unused = take(setup.unused);
    game.aside = take(setup.aside);
    game.loseWithoutAction();
    return game;
  }

  take(card: Placed): Handle {
    if (!(card.card in CARDS) || card.exhausted) throw new NotYet(`a position with ${card.card}`);
    this.cards[card.h] = card.card;
    return card.h;
  }

  // ---- what the game waits for

  // Who must answer, and every answer that is legal; or how the game ended.
  pending(): Pending {
    if (this.over) return { over: this.over };
    if (this.undealt) {
      const legal = inOrder(this.unused).map((card) => ({ deal: card }));
      return { who: "nature", kind: "deal", legal };
    }
    if (this.unrevealed) {
      const legal = inOrder(this.unused).map((card) => ({ reveal: card }));
      return { who: "nature", kind: "reveal", legal };
    }
    if (this.played) {
      const legal = [{ mindbug: true }, { decline: true }];
      return { who: other(this.turn), kind: "mindbug", legal };
    }
    const legal: Answer[] = [];
    if (this.attacker) {
      const blockers = this.players[other(this.turn)].play.filter((card) => this.mayBlock(card));
      for (const card of inOrder(blockers)) legal.push({ block: card });
      legal.push({ decline: true });
      return { who: other(this.turn), kind: "block", legal };
    }
    for (const card of inOrder(this.players[this.turn].hand)) legal.push({ play: card });
    for (const card of inOrder(this.players[this.turn].play)) legal.push({ attack: card });
    return { who: this.turn, kind: "turn", legal };
  }

  // Go on to the next thing the game waits for; the answer is legal.
  answer(answer: Answer): void {
    if ("deal" in answer) this.deal(answer.deal);
    else if ("attack" in answer) this.attacker = answer.attack;
    else if ("block" in answer) this.fight(answer.block);
    else if ("play" in answer) this.play(answer.play);
    else if ("mindbug" in answer) this.takeOver();
    else if (this.played) this.keep();
    else if ("decline" in answer) this.unblocked();
    else throw new NotYet("revealing cards to see who plays first");
  }

  // ---- the rules known so far

  // mb.setup.deal, mb.setup.hand: ten cards each, then the first five are the hand.
  deal(card: Handle): void {
    remove(this.unused, card);
    this.players[this.undealt > 10 ? "p1" : "p2"].deck.push(card);
    this.undealt -= 1;
    if (this.undealt) return;
    for (const player of Object.values(this.players)) this.draw(player);
  }

  // mb.draw.refill: a hand of fewer than five cards is filled up from the deck.
  draw(player: Player): void {
    player.hand.push(...player.deck.splice(0, Math.max(0, HAND - player.hand.length)));
  }

  // mb.play.show, mb.mindbug.offer: the card is laid open, and the other may take it.
  play(card: Handle): void {
    if (!(this.cards[card] in CARDS)) throw new NotYet(`playing ${this.cards[card]}`);
    remove(this.players[this.turn].hand, card);
    this.draw(this.players[this.turn]);
    this.played = card;
    if (!this.players[other(this.turn)].mindbugs) this.keep();
  }

  // mb.play.enter: nobody takes it, so it enters play for who played it.
  keep(): void {
    this.enter(this.turn);
    this.endTurn();
  }

  // mb.mindbug.take, mb.mindbug.follow-up: who uses a Mindbug gets the creature, and the active
  // player acts again.
  takeOver(): void {
    this.players[other(this.turn)].mindbugs -= 1;
    this.enter(other(this.turn));
    this.loseWithoutAction();
  }

  enter(seat: Seat): void {
    this.players[seat].play.push(this.played ?? "");
    this.played = null;
  }

  // mb.keyword.sneaky: only sneaky creatures block a sneaky one.
  mayBlock(card: Handle): boolean {
    return this.is(card, "sneaky") || !this.is(this.attacker ?? "", "sneaky");
  }

  // mb.attack.lower-power, mb.attack.tie, mb.keyword.poisonous: who has no more power is defeated,
  // and who fights a poisonous creature is.
  fight(blocker: Handle): void {
    const attacker = this.attacker ?? "";
    const powers = [this.card(attacker).power, this.card(blocker).power];
    if (powers[0] <= powers[1] || this.is(blocker, "poisonous")) this.defeat(this.turn, attacker);
    if (powers[1] <= powers[0] || this.is(attacker, "poisonous")) {
      this.defeat(other(this.turn), blocker);
    }
    this.endTurn();
  }

  // mb.attack.defeated-pile: it goes to the discard pile of its controller.
  defeat(seat: Seat, card: Handle): void {
    remove(this.players[seat].play, card);
    this.players[seat].discard.push(card);
  }

  // mb.attack.unblocked: an attack that nobody blocks costs one life.
  unblocked(): void {
    // GAP: nothing happens to the life of the defender yet; the tutorial fills this.
    this.endTurn();
  }

  endTurn(): void {
    this.attacker = null;
    this.turn = other(this.turn);
    this.loseWithoutAction();
  }

  // mb.turn.no-action: who can neither play nor attack loses.
  loseWithoutAction(): void {
    const player = this.players[this.turn];
    if (!player.hand.length && !player.play.length) {
      this.over = { winner: other(this.turn), reason: "no-action" };
    }
  }

  // ---- what the kit compares

  // The whole position, as the rules see it.
  state(): Given {
    return {
      turn: this.turn,
      players: { p1: this.shown("p1"), p2: this.shown("p2") },
      unused: inOrder(this.unused),
      aside: inOrder(this.aside),
      played: this.played,
      over: this.over,
    };
  }

  shown(seat: Seat): Given {
    const player = this.players[seat];
    return {
      ...player,
      hand: inOrder(player.hand),
      discard: inOrder(player.discard),
      play: inOrder(player.play).map((card) => this.creature(card)),
    };
  }

  creature(card: Handle): Given {
    const { power, keywords } = this.card(card);
    return { h: card, exhausted: false, power, keywords };
  }

  card(card: Handle): Card {
    return CARDS[this.cards[card]];
  }

  is(card: Handle, keyword: string): boolean {
    return this.card(card).keywords.includes(keyword);
  }
}

function seats(): Seat[] {
  return ["p1", "p2"];
}

function newPlayer(): Player {
  return { life: 3, mindbugs: 2, hand: [], deck: [], play: [], discard: [] };
}

function other(seat: Seat): Seat {
  return seat === "p1" ? "p2" : "p1";
}

// Handles by their numbers: #2 before #10.
function inOrder(handles: Handle[]): Handle[] {
  return [...handles].sort((one, two) => Number(one.slice(1)) - Number(two.slice(1)));
}

function remove(cards: Handle[], card: Handle): void {
  cards.splice(cards.indexOf(card), 1);
}
