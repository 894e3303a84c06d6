// Whatever the network may change in a text, and however many of its answers are lost: nothing goes out twice, nothing
// that is out is called failed, and no stranger is taken for ours.
import { expect, it, onTestFinished } from "vitest";
import { setDefault } from "~/features/accounts/accounts.server";
import { publishDue, reconcileDue } from "~/features/publishing/publishing.server";
import { fingerprint } from "~/features/tweets/text";
import { hours, minutes } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson } from "~tests/support/people/make";
import { type Random, seeded } from "../../crash/random";
import { type Changing, changingNetwork } from "./same-text-network";

const runs = process.env.LINNET_NIGHT ? 10_000 : 150;
const patience = process.env.LINNET_NIGHT ? hours(1) : minutes(4);
const perRound = 50;

const words = [
  "wren",
  "Wren",
  "R&D",
  "a < b",
  "cafe\u0301",
  "日本",
  "❤\uFE0F",
  "☀\uFE0F!",
  "1\uFE0F\u20E3",
  "100%25",
  "@bob",
  "Node.js",
];
const links = [
  "https://linnet.example/Wiki/Größe",
  "https://linnet.example/a%20b%7Ec?x=%c3%a4&y=Z",
  "http://ru.example.com/Кот/x",
  "https://Bücher.example.com/Regal",
  "https://EXAMPLE.org/Path",
  "Linnet.Example.com/Path?q=1",
  "wren.example.com",
  "http://xn--bcher-kva.example.com/a",
];
const gaps = [" ", " ", "\n", "\r\n", "\r\n\r\n", "  "];
const longGaps = [...gaps, "\u200B ", " \u2060", "\t"];

function textOf(n: number, random: Random): string {
  const isLong = random.chance(0.3);
  let text = `n${n}`;
  while (isLong ? text.length < 300 + random.below(2_000) : text.length < 20 + random.below(120))
    text += random.pick(isLong ? longGaps : gaps) + random.pick(random.chance(0.3) ? links : words);
  return text;
}

/** What somebody else may have said instead: one thing is another that no network changes. */
function strangerOf(text: string, random: Random): string {
  const changes: ((before: string) => string)[] = [
    (before) => before.replace(/\/(Wiki|Path|Regal)/, (found) => found.toLowerCase()),
    (before) => before.replace("Wren", "wren"),
    (before) => before.replace("100%25", "100%"),
    (before) => before.replace("Node.js", "node.js"),
    (before) => before.replace("x=%c3%a4", "x=%c3%b6"),
    (before) => before.replace(/\.example/, ".elsewhere"),
    (before) => `${before} wren`,
    (before) => before.replace(/^n\d+/, "n"),
    (before) => (before.length > 280 ? `wren ${before}` : before.replace(/ (?=\S)/, "   ")),
  ];
  return random.pick(changes)(text);
}

async function makeOwner() {
  const app = await createTestApp({ config: { dailyPostLimit: 0, dailySpendLimit: 0 } });
  onTestFinished(() => app.close());
  const person = await makePerson(app, "alice");
  const own = await linkAccount(app, person, "own");
  await setDefault(app, person.user.id, (await linkAccount(app, person, "main")).networkUserId);
  const insert = async (texts: string[]): Promise<void> => {
    const now = app.clock.now();
    const rows = texts.map((content, n) => ({
      user_id: person.user.id,
      account_id: own.id,
      account_is_own: 1 as const,
      position: 0,
      origin: "own" as const,
      content,
      fingerprint: fingerprint(content),
      created_at: now,
      updated_at: now,
      state: "scheduled" as const,
      publish_type: "scheduled" as const,
      due_at: now + minutes(n),
    }));
    await app.db.insertInto("tweets").values(rows).execute();
  };
  return { app, own, insert };
}

/** Until each is out, or a person is asked. */
async function settle(app: TestApp, between: () => void): Promise<void> {
  for (let n = 0; n < perRound + 240; n += 1) {
    between();
    await publishDue(app);
    await app.work.drained();
    await reconcileDue(app);
    app.clock.advance(minutes(1));
    if (n < perRound) continue;
    const open = await app.db
      .selectFrom("tweets")
      .select("id")
      .where("state", "in", ["scheduled", "publishing", "unknown"])
      .where((tweet) => tweet.or([tweet("error_code", "is", null), tweet("error_code", "!=", "needs_confirmation")]))
      .executeTakeFirst();
    if (!open) return;
  }
}

it("nothing goes out twice, is called failed while it is out, or is a stranger's", { timeout: patience }, async () => {
  const random = seeded(31);
  const faults: string[] = [];
  const counts = { lost: 0, strangers: 0, reposts: 0, asked: 0 };
  const { app, own, insert } = await makeOwner();
  const network: Changing = changingNetwork(random, () => app.clock.now(), own.networkUserId);
  app.network = { ...app.network, ...network, kind: "x" };
  for (let made = 0; made < runs; made += perRound) {
    network.taken.length = 0;
    const texts = Array.from({ length: perRound }, (_, n) => textOf(made + n, random));
    const alike = new Map<string, string>();
    for (const text of texts)
      if (random.chance(0.5)) {
        const stranger = strangerOf(text, random);
        if (!isNetworks(text, stranger)) alike.set(text, stranger);
      }
    await insert(texts);
    const waiting = [...alike.entries()];
    const left = [...texts];
    await settle(app, () => {
      const next = waiting.shift();
      if (next) {
        network.seed(next[1]);
        counts.strangers += 1;
      }
      const repeated = left.shift();
      if (repeated !== undefined && random.chance(0.2)) {
        network.seed(repeated, "repost");
        counts.reposts += 1;
      }
    });
    const rows = await app.db.selectFrom("tweets").selectAll().where("content", "in", texts).execute();
    for (const row of rows) {
      const out = network.taken.filter(({ sent }) => sent === row.content);
      const isAsked = row.state === "unknown" && alike.has(row.content);
      counts.asked += isAsked ? 1 : 0;
      const say = (what: string) => faults.push(`${what}: ${JSON.stringify(row.content)}`);
      if (out.length > 1) say("out twice");
      if (row.state === "failed") say(`failed (${row.error_code}), out ${out.length} times`);
      else if (row.state === "published" && !out.some(({ id }) => id === row.post_id)) say("a stranger's");
      else if (row.state !== "published" && !isAsked) say(`left as ${row.state}`);
    }
    counts.lost += (await app.db.selectFrom("attempts").select("id").where("code", "=", "found").execute()).length;
    await app.db.deleteFrom("tweets").execute();
  }
  expect(faults).toEqual([]);
  // Without these nothing would have been tried.
  expect(counts.lost).toBeGreaterThan(runs / 4);
  expect(counts.strangers).toBeGreaterThan(runs / 8);
  expect(counts.reposts).toBeGreaterThan(runs / 20);
  expect(counts.asked).toBeLessThan(runs / 4);
});

/** Whether this other text is one that the network may have made of it. */
function isNetworks(text: string, other: string): boolean {
  const plain = (one: string) => one.replace(/\r\n?/g, "\n").trim();
  return plain(text) === plain(other) || (text.length > 280 && text.replace(/\s/g, "") === other.replace(/\s/g, ""));
}
