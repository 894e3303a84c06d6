// Forms of a composer that are sent at once on two nodes: one draft, one post, and nobody's words are lost unseen.
import { describe, expect, it } from "vitest";
import { setDefault } from "~/features/accounts/accounts.server";
import { compose, composeNow, type ComposeRequest } from "~/features/scheduling/compose/compose.server";
import { seenOf } from "~/features/threads/threads.server";
import { minutes, seconds } from "~/ground/time/duration";
import { isOnPostgres } from "~tests/support/databases/database";
import { faulty } from "~tests/support/fakes/faulty-network";
import { linkAccount, registerPerson } from "~tests/support/people/make";
import {
  codeOf,
  type Nodes,
  openNodes,
  pass,
  play,
  playUntilBroken,
  pressAtOnce,
  raceLasts,
  type Round,
  unless,
  withoutLocks,
} from "~tests/support/races";

async function makeCast(nodes: Nodes) {
  const { a } = nodes;
  const alice = await registerPerson(a, "alice");
  const account = await linkAccount(a, alice, "alice_y");
  const other = await linkAccount(a, alice, "alice_x");
  await setDefault(a, alice.user.id, other.networkUserId);
  const request = (content: string, more: Partial<ComposeRequest> = {}): ComposeRequest => ({
    ...{ userId: alice.user.id, tweetId: null, account: account.networkUserId, seen: null, once: null },
    ...{ when: { choice: "draft" }, parts: [{ content }], ...more },
  });
  const textsOf = async (content: string) => {
    const rows = await a.db
      .selectFrom("tweets")
      .select(["id", "account_id"])
      .where("content", "like", `${content}%`)
      .execute();
    return rows.map(({ account_id }) => account_id === account.id);
  };
  return { request, textsOf };
}

const oneDraft = async (nodes: Nodes): Promise<Round> => {
  const { a, b } = nodes;
  const { request, textsOf } = await makeCast(nodes);
  return async (chance, n) => {
    pass(nodes, minutes(1));
    const content = `Round ${n} of a form.`;
    const when = chance.pick([{ choice: "draft" }, { choice: "random", timeZone: null }] as const);
    const form = request(content, { once: `form ${n}`, when });
    const results = await pressAtOnce(chance, [() => compose(a, form), () => compose(b, form)]);
    const there = await textsOf(content);
    const answers = results.map((result) => JSON.stringify(result.status === "fulfilled" ? result.value : null));
    return [
      ...unless(there.length === 1 && there[0] === true, `${there.length} tweets came of one form`),
      ...unless(answers[0] !== "null" && answers[0] === answers[1], `the answers were ${answers.join(", ")}`),
    ];
  };
};

const onePost = async (nodes: Nodes): Promise<Round> => {
  const { a, b } = nodes;
  const { request, textsOf } = await makeCast(nodes);
  const network = faulty(a.network);
  a.network = network;
  b.network = network;
  return async (chance, n) => {
    pass(nodes, seconds(20));
    const content = `Round ${n} of a post.`;
    const form = request(content, { once: `post ${n}` });
    const results = await pressAtOnce(chance, [() => composeNow(a, form), () => composeNow(b, form)]);
    const there = await textsOf(content);
    const handed = network.handed.filter((text) => text === content).length;
    const kinds = results.map((result) => (result.status === "fulfilled" ? result.value.outcome.kind : codeOf(result)));
    return [
      ...unless(there.length === 1 && there[0] === true, `${there.length} tweets came of one form`),
      ...unless(handed === 1, `the network was handed the text ${handed} times`),
      ...unless(kinds.includes("posted"), `the presses were answered: ${kinds.join(", ")}`),
    ];
  };
};

const oneChange = async (nodes: Nodes): Promise<Round> => {
  const { a, b } = nodes;
  const { request } = await makeCast(nodes);
  return async (chance, n) => {
    pass(nodes, seconds(20));
    const content = `Round ${n} of a draft.`;
    const { tweetId } = await compose(a, request(content));
    const seen = { parts: seenOf([{ content }]), isScheduled: false };
    const tab = (words: string, once: string) =>
      request(`${content} ${words}`, { tweetId, seen, once: `${once} ${n}`, account: null });
    const results = await pressAtOnce(chance, [
      () => compose(a, tab("One tab.", "one")),
      () => compose(b, tab("Another tab.", "other")),
    ]);
    const codes = results.map(codeOf).toSorted().join(", ");
    return unless(codes === "changed, done", `the presses were answered: ${codes}`);
  };
};

const oneOffer = async (nodes: Nodes): Promise<Round> => {
  const { a, b } = nodes;
  const { request } = await makeCast(nodes);
  return async (chance, n) => {
    pass(nodes, seconds(20));
    await a.db.updateTable("users").set({ undo_offered_at: null }).execute();
    const results = await pressAtOnce(chance, [
      () => composeNow(a, request(`Round ${n}, one first post.`)),
      () => composeNow(b, request(`Round ${n}, another.`)),
    ]);
    const offers = results.filter((result) => result.status === "fulfilled" && result.value.offersUndo).length;
    return unless(offers === 1, `the five seconds were offered ${offers} times`);
  };
};

const races: [string, (nodes: Nodes) => Promise<Round>][] = [
  ["one form that is sent twice at once makes one tweet, and both get its answer", oneDraft],
  ["one form's Post Now that is pressed twice at once posts once", onePost],
  ["of two first posts at once one offers the five seconds", oneOffer],
  ["of two tabs that change one draft one is told that it changed", oneChange],
];

for (const [promise, stage] of races)
  it(promise, { timeout: raceLasts }, async () => {
    const nodes = await openNodes();
    try {
      expect(await play(await stage(nodes))).toEqual([]);
    } finally {
      await nodes.close();
    }
  });

// SQLite has no locks to do without: there one writer is the remedy.
describe.runIf(isOnPostgres)("without locks the rounds show that it is broken that", () => {
  for (const [promise, stage] of [races[0]!, races[3]!])
    it(promise, { timeout: raceLasts }, async () => {
      const nodes = await openNodes();
      const round = await stage(nodes);
      const restore = withoutLocks(nodes);
      try {
        expect(await playUntilBroken(round)).not.toEqual([]);
      } finally {
        restore();
        await nodes.close();
      }
    });
});
