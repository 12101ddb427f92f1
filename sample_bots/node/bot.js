"use strict";
// A bot that knows of Bumblepuppy the contract alone: proto/README.md and the files beside it.
const { join } = require("node:path");
const grpc = require("@grpc/grpc-js");
const { loadSync } = require("@grpc/proto-loader");

// --- how it plays: off with the lowest card, or with one of the suit that it holds most of ---
const rank = (card) => ((card - 1) % 13) + 2;
const suit = (card) => Math.floor((card - 1) / 13) + 1; // as in the enum Suit
const [PLAY, PICKUP, CHALLENGE, SUIT] = [1, 2, 5, 5]; // in the enums Kind of the two games

const WORTH = {
  rolling_stone({ kind, card }, _, random) {
    if (kind !== PLAY) return kind === PICKUP || kind === CHALLENGE ? -100 : -200;
    return random() - rank(card); // ties by lot: who always decides alike runs in circles
  },
  rumba({ kind, card, suit: named }, { hand }) {
    const wanted = { [PLAY]: suit(card), [SUIT]: named }[kind];
    return hand.filter((held) => suit(held) === wanted).length; // to draw, pass or stop is worth 0
  },
};

function choose({ view, legal }, random) {
  const game = view.view; // the arm that is set
  const worth = legal.map((action) => WORTH[game](action[game], view[game], random));
  return legal[worth.indexOf(Math.max(...worth))];
}

/** Give random numbers in [0, 1) that follow from the referee's seed: the same game again. */
function chance(seed) {
  let state = Number(BigInt(seed) & 0xffffffffn);
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

// --- how it gets there ---
const contract = grpc.loadPackageDefinition(loadSync("bumblepuppy/v1/referee.proto", {
  keepCase: true, longs: String, defaults: true, oneofs: true,
  includeDirs: [__dirname, join(__dirname, "../../proto")], // a copy here, or the project's own
})).bumblepuppy.v1;
const { BUMBLEPUPPY_REFEREE: address, BUMBLEPUPPY_TOKEN: token } = process.env;
const client = new contract.RefereeService(address, grpc.credentials.createInsecure(),
  { "grpc.max_receive_message_length": -1, "grpc.initial_reconnect_backoff_ms": 100 });
const { UNAVAILABLE, UNKNOWN, CANCELLED, INTERNAL, ALREADY_EXISTS } = grpc.status;
const LOST = [UNAVAILABLE, UNKNOWN, CANCELLED, INTERNAL, ALREADY_EXISTS]; // worth another try
const leave = (why) => { console.error(`the referee is lost: ${why}`); process.exit(1); };

function connect(deadline) {
  client.waitForReady(deadline, (error) => (error ? leave(error.message) : play(deadline)));
}

function play(deadline) {
  const games = new Map(); // by name: the game's chance
  const stream = client.Play();
  let until = deadline;
  stream.on("data", ({ welcome, starts, requests, results, errors, heartbeats, goodbye }) => {
    until = undefined; // let in: the time to come back runs from the loss on
    if (heartbeats.length) stream.write({ heartbeats });
    for (const start of starts) games.set(start.game_id, chance(start.random_seed));
    const answers = requests.map((request) => {
      const [{ game_id, decision }, began] = [request, performance.now()];
      const action = choose(request, games.get(game_id));
      return { game_id, decision, action, think_us: (performance.now() - began) * 1000 };
    });
    if (welcome && answers.length) stream.write({ answers: [answers.shift()] }); // alone
    if (answers.length) stream.write({ answers });
    for (const result of results) games.delete(result.game_id);
    for (const error of errors) console.error(error.message);
    if (goodbye) process.exit(0);
  });
  stream.on("error", () => {}); // its status says the same
  stream.on("status", ({ code, details }) => {
    until ??= Date.now() + 5_000;
    if (!LOST.includes(code) || Date.now() > until) leave(details);
    setTimeout(connect, 100, until);
  });
  stream.write({ hello: { token, protocol: 1, sdk: "node", games: ["rolling-stone", "rumba"] } });
}

connect(Date.now() + 30_000);
