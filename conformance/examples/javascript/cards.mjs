/**
 * The 32 cards of Mindbug First Contact, written by hand from their printed facts.
 *
 * A triggered ability is a generator `*play`, `*attack` or `*defeated`, called with the game and
 * with what it knows of itself: `you` (the player who applies it), `opponent`, `source` (its card).
 * It acts through the instructions of the game and asks with `yield* game.choose(…)`.
 *
 * A constant ability is a plain function, called as often as the board is read, where `me` is the
 * creature that has it:
 *   adds(game, me, creature)            the power it adds to a creature in play
 *   gives(game, me, creature, has)      the keywords it gives to a creature in play
 *   barsBlock(game, me, blocker, attacker)   whether it forbids a block
 *   barsPlay(me, seat)                  whether it forbids a player's Play effects
 */

/** @typedef {import('./table.mjs').Creature} Creature */

/** `other allied creatures` (mb.term.allied). */
const isOtherAlly = (/** @type {Creature} */ me, /** @type {Creature} */ creature) =>
  creature !== me && creature.controller === me.controller;

/** `while it is your turn`. */
const isYourTurn = (game, me) => game.turn === me.controller;

/** `while you control no other creature`. */
const isAlone = (game, me) => game.allies(me.controller).length === 1;

const powerAtLeast = (game, least) => (creature) => game.power(creature) >= least;
const powerAtMost = (game, most) => (creature) => game.power(creature) <= most;

export const CARDS = {
  'axolotl-healer': {
    copies: 2, power: 4, keywords: ['poisonous'],
    *play(game, { you }) {
      game.gainLife(you, 2);
    },
  },
  'bee-bear': {
    copies: 1, power: 8, keywords: [],
    barsBlock: (game, me, blocker, attacker) => attacker === me && game.power(blocker) <= 6,
  },
  'brain-fly': {
    copies: 1, power: 4, keywords: [],
    *play(game, me) {
      const strong = game.inPlay.filter(powerAtLeast(game, 6));
      game.takeControl(me.you, yield* game.choose(me, strong));
    },
  },
  'chameleon-sniper': {
    copies: 1, power: 1, keywords: ['sneaky'],
    *attack(game, { opponent }) {
      game.loseLife(opponent, 1);
    },
  },
  'compost-dragon': {
    copies: 2, power: 3, keywords: ['hunter'],
    *play(game, me) {
      game.playFromDiscard(me.you, me.you, yield* game.choose(me, game.players[me.you].discard));
    },
  },
  deathweaver: {
    copies: 1, power: 2, keywords: ['poisonous'],
    barsPlay: (me, seat) => seat !== me.controller,
  },
  elephantopus: {
    copies: 1, power: 7, keywords: ['tough'],
    barsBlock: (game, me, blocker) =>
      blocker.controller !== me.controller && game.power(blocker) <= 4,
  },
  'explosive-toad': {
    copies: 2, power: 5, keywords: ['frenzy'],
    *defeated(game, me) {
      game.defeat(yield* game.choose(me, game.inPlay));
    },
  },
  'ferret-bomber': {
    copies: 2, power: 2, keywords: ['sneaky'],
    *play(game, me) {
      yield* game.discards(me, me.opponent, 2);
    },
  },
  giraffodile: {
    copies: 1, power: 7, keywords: [],
    *play(game, { you }) {
      game.takeDiscardPile(you);
    },
  },
  'goblin-werewolf': {
    copies: 2, power: 2, keywords: ['hunter'],
    adds: (game, me, creature) => (creature === me && isYourTurn(game, me) ? 6 : 0),
  },
  gorillion: { copies: 1, power: 10, keywords: [] },
  'grave-robber': {
    copies: 2, power: 7, keywords: ['tough'],
    *play(game, me) {
      const pile = game.players[me.opponent].discard;
      game.playFromDiscard(me.you, me.opponent, yield* game.choose(me, pile));
    },
  },
  'harpy-mother': {
    copies: 1, power: 5, keywords: [],
    *defeated(game, me) {
      const weak = game.inPlay.filter(powerAtMost(game, 5));
      game.takeControl(me.you, yield* game.choose(me, weak, { min: 0, max: 2 }));
    },
  },
  'kangasaurus-rex': {
    copies: 2, power: 7, keywords: [],
    *play(game, { opponent }) {
      game.defeat(game.allies(opponent).filter(powerAtMost(game, 4)));
    },
  },
  'killer-bee': {
    copies: 2, power: 5, keywords: ['hunter'],
    *play(game, { opponent }) {
      game.loseLife(opponent, 1);
    },
  },
  'lone-yeti': {
    copies: 1, power: 5, keywords: ['tough'],
    adds: (game, me, creature) => (creature === me && isAlone(game, me) ? 5 : 0),
    gives: (game, me, creature) => (creature === me && isAlone(game, me) ? ['frenzy'] : []),
  },
  luchataur: { copies: 2, power: 9, keywords: ['frenzy'] },
  'mysterious-mermaid': {
    copies: 1, power: 7, keywords: [],
    *play(game, { you, opponent }) {
      game.setLife(you, game.players[opponent].life);
    },
  },
  'plated-scorpion': { copies: 2, power: 2, keywords: ['tough', 'poisonous'] },
  'rhino-turtle': { copies: 2, power: 8, keywords: ['frenzy', 'tough'] },
  'shark-dog': {
    copies: 1, power: 4, keywords: ['hunter'],
    *attack(game, me) {
      const strong = game.allies(me.opponent).filter(powerAtLeast(game, 6));
      game.defeat(yield* game.choose(me, strong));
    },
  },
  'sharky-crab-dog-mummypus': {
    copies: 1, power: 5, keywords: [],
    gives: (game, me, creature, has) =>
      creature !== me
        ? []
        : ['hunter', 'sneaky', 'frenzy', 'poisonous'].filter((keyword) =>
            game.inPlay.some((enemy) => enemy.controller !== me.controller && has(enemy, keyword)),
          ),
  },
  'shield-bugs': {
    copies: 2, power: 4, keywords: ['tough'],
    adds: (game, me, creature) => (isOtherAlly(me, creature) ? 1 : 0),
  },
  'snail-hydra': {
    copies: 2, power: 9, keywords: [],
    *attack(game, me) {
      if (game.allies(me.you).length < game.allies(me.opponent).length) {
        game.defeat(yield* game.choose(me, game.inPlay));
      }
    },
  },
  'snail-thrower': {
    copies: 1, power: 1, keywords: ['poisonous'],
    gives: (game, me, creature) =>
      isOtherAlly(me, creature) && game.power(creature) <= 4 ? ['hunter', 'poisonous'] : [],
  },
  'spider-owl': { copies: 2, power: 3, keywords: ['sneaky', 'poisonous'] },
  'strange-barrel': {
    copies: 1, power: 6, keywords: [],
    *defeated(game, me) {
      yield* game.stealsAtRandom(me, 2);
    },
  },
  'tiger-squirrel': {
    copies: 2, power: 3, keywords: ['sneaky'],
    *play(game, me) {
      const strong = game.allies(me.opponent).filter(powerAtLeast(game, 7));
      game.defeat(yield* game.choose(me, strong));
    },
  },
  'turbo-bug': {
    copies: 1, power: 4, keywords: [],
    *attack(game, { opponent }) {
      game.setLife(opponent, 1);
    },
  },
  'tusked-extorter': {
    copies: 2, power: 8, keywords: [],
    *attack(game, me) {
      yield* game.discards(me, me.opponent, 1);
    },
  },
  'urchin-hurler': {
    copies: 1, power: 5, keywords: ['hunter'],
    adds: (game, me, creature) => (isOtherAlly(me, creature) && isYourTurn(game, me) ? 2 : 0),
  },
};
