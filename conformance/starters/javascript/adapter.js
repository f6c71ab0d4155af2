// Speaks Kaiju protocol 1 on stdin and stdout.
//
// The game itself is in game.js; this file need not change until you offer more operations.
// stdout carries the answers and nothing else: print what you want to see with console.error.

import { createHash } from "node:crypto";
import { stdin, stdout } from "node:process";

import { Game, NotYet, OPS, PLAYS } from "./game.js";

const ENGINE = { name: "my-engine", version: "0.1.0", language: "javascript" };

// A request that makes no sense here; it is answered with an error, and the talk goes on.
class Mistake extends Error {}

// Answers one request at a time, about one game at a time.
class Adapter {
  game = null;
  number = 0; // of answers taken: it names the pending decision

  // The answer to a request, without its id.
  reply(ask) {
    if (typeof ask.op !== "string") return { error: { message: "`op` is missing" } };
    try {
      switch (ask.op) {
        case "hello":
          return this.hello(ask);
        case "start":
          return this.start(ask);
        case "setup":
          return this.setup(ask);
        case "apply":
          return this.apply(ask);
        case "state":
          return { state: this.playing().state() };
        case "bye":
          return { bye: true };
        default:
          return { unsupported: true };
      }
    } catch (error) {
      if (error instanceof NotYet) return { skip: { reason: error.message } };
      if (error instanceof Mistake) return { error: { message: error.message } };
      const told = error instanceof Error ? error : new Error(String(error)); // a bug in the engine
      return { error: { message: String(told), trace: told.stack ?? "" } };
    }
  }

  // ---- one method for each operation

  hello(ask) {
    if (!Array.isArray(ask.protocol) || !ask.protocol.includes(1)) {
      throw new Mistake("this engine speaks protocol 1");
    }
    return { protocol: 1, engine: ENGINE, games: PLAYS, ops: OPS };
  }

  start(ask) {
    this.mustKnow(ask);
    return this.begin(Game.start(ask.pool, ask.players ?? 2));
  }

  setup(ask) {
    this.mustKnow(ask);
    return this.begin(Game.setup(ask.setup));
  }

  apply(ask) {
    const pending = this.playing().pending();
    if (typeof ask.decision !== "string" || !isObject(ask.do)) {
      return { rejected: { code: "malformed" } };
    }
    if (pending.over) return { rejected: { code: "game-over" } };
    if (ask.decision !== this.name()) return { rejected: { code: "wrong-decision" } };
    if (pending.choose && "choose" in ask.do && !Array.isArray(ask.do.choose)) {
      return { rejected: { code: "malformed" } };
    }
    if (!isLegal(ask.do, pending)) return { rejected: { code: "not-legal" } };
    this.playing().answer(ask.do);
    this.number += 1;
    return this.frame();
  }

  // ---- where the game stands

  mustKnow(ask) {
    const played = PLAYS[ask.game];
    if (!played) throw new Mistake(`this engine plays ${Object.keys(PLAYS)}, not ${ask.game}`);
    if (ask.cards?.length) throw new NotYet("cards given as text");
    for (const [option, answer] of Object.entries(ask.options ?? {})) {
      if (played.options[option] !== answer) {
        throw new NotYet("answers to options other than those of its hello");
      }
    }
  }

  begin(game) {
    this.game = game;
    this.number = 0;
    return this.frame();
  }

  playing() {
    if (!this.game) throw new Mistake("no game is being played: send start or setup first");
    return this.game;
  }

  name() {
    return `d${this.number}`;
  }

  // What the game waits for: exactly one of a decision, chance and the end.
  frame() {
    const { who, ...rest } = this.playing().pending();
    const digest = fingerprint(this.playing().state());
    if (rest.over) return { frame: { n: this.number, next: rest, digest } };
    const named = who === "nature" ? { chance: this.name() } : { decision: this.name(), who };
    return { frame: { n: this.number, next: { ...named, ...rest }, digest } };
  }
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Whether an answer is one of those offered, listed or as a choice of several things.
function isLegal(answer, pending) {
  if (pending.legal) return pending.legal.some((one) => canonical(one) === canonical(answer));
  const choose = pending.choose;
  if (!choose || !answer.choose || Object.keys(answer).length !== 1) return false;
  const left = [...choose.from]; // things that are alike are there as often as they are listed
  for (const one of answer.choose) {
    if (!left.includes(one)) return false;
    left.splice(left.indexOf(one), 1);
  }
  return choose.min <= answer.choose.length && answer.choose.length <= choose.max;
}

// One way to write JSON: sorted keys, no spaces, nothing but ASCII.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isObject(value)) {
    const part = (key) => `${canonical(key)}:${canonical(value[key])}`;
    return `{${Object.keys(value).sort().map(part).join(",")}}`;
  }
  const escaped = (one) => "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escaped);
}

// Equal for equal positions, in every language: it spares the kit to ask for the state.
function fingerprint(state) {
  return createHash("sha256").update(canonical(state)).digest("hex").slice(0, 16);
}

// One line in, one line out.
function answerLine(adapter, line) {
  let ask;
  try {
    ask = JSON.parse(line);
    if (!isObject(ask)) throw new Mistake("a request is a JSON object");
  } catch (error) {
    return { id: null, error: { message: `this line is no request: ${error}` } };
  }
  return { id: ask.id ?? null, ...adapter.reply(ask) };
}

async function main() {
  const adapter = new Adapter();
  let unfinished = "";
  stdin.setEncoding("utf8");
  for await (const chunk of stdin) {
    const lines = (unfinished + chunk).split("\n");
    unfinished = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.trim()) continue;
      const reply = answerLine(adapter, line);
      stdout.write(JSON.stringify(reply) + "\n");
      if (reply.bye) return;
    }
  }
}

main();
