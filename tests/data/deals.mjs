// Checks every card and name of an export with its head against the secret, by RECORDS.md alone.
// node deals.mjs games.jsonl: prints how many shuffles it checked, or fails at the first that differs.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const SUITS = { french: "CDHS", spanish: "BCEO", german: "BEHL" };
const RANKS = "23456789TJQKA";
const hmac = (key, message) => createHmac("sha256", key).update(message).digest();

function* words(key, label) {
  for (let i = 0n; ; i++) {
    const number = Buffer.alloc(8);
    number.writeBigUInt64BE(i);
    const block = hmac(key, Buffer.concat([Buffer.from(label), Buffer.from([0]), number]));
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

function below(n, stream) {
  const end = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const word = stream.next().value;
    if (word < end) return word % n;
  }
}

function shuffled(cards, suits, key, label) {
  const place = (card) => 13 * suits.indexOf(card[1]) + RANKS.indexOf(card[0]);
  const [pack, stream] = [[...cards].sort((a, b) => place(a) - place(b)), words(key, label)];
  for (let i = pack.length - 1; i > 0; i--) {
    const j = below(i + 1, stream);
    [pack[i], pack[j]] = [pack[j], pack[i]];
  }
  return pack;
}

const [head, ...records] = readFileSync(process.argv[2], "utf8").trim().split("\n").map(JSON.parse);
const secret = Buffer.from(head.secret, "hex");
let checked = 0;
const expect = (what, expected, found) => {
  if (String(expected) !== String(found)) throw new Error(`${what}: ${found}, not ${expected}`);
};
expect("commitment", createHash("sha256").update(secret).digest("hex"), head.commitment);
for (const { slot, game_id, hands, seats } of records) {
  expect(`name of ${slot}`, hmac(secret, `game ${slot}`).toString("hex", 0, 6), game_id);
  const deal = head.plan.deals === "independent" ? slot : Math.floor(slot / seats.length);
  const key = hmac(secret, `deal ${deal}`);
  hands.forEach(({ deck, restocks }, hand) => {
    const used = new Set(deck.map((card) => card[1]));
    const suits = Object.values(SUITS).find((some) => [...used].every((suit) => some.includes(suit)));
    expect(`deck of ${slot}`, shuffled(deck, suits, key, `deck hand ${hand}`), deck);
    restocks.forEach((cards, number) => {
      const label = `restock hand ${hand} number ${number}`;
      expect(`${label} of ${slot}`, shuffled(cards, suits, key, label), cards);
    });
    checked += 1 + restocks.length;
  });
}
console.log(checked);
