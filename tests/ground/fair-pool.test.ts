// Places that are shared: each owner has a few, and whoever has many waiting keeps nobody else from the next one.
import { expect, it } from "vitest";
import { createFairPool } from "~/ground/fair-pool";

const open = new AbortController().signal;

/** Each asks for a place, in this order; what they are let in is written down. */
function crowd(pool: ReturnType<typeof createFairPool>, ...owners: string[]) {
  const inside: string[] = [];
  const leave: (() => void)[] = [];
  for (const owner of owners)
    void pool.enter(owner, open).then((end) => {
      inside.push(owner);
      leave.push(end);
    });
  const settle = () => new Promise<void>((done) => setImmediate(done));
  return {
    inside,
    async leaveFirst() {
      leave.shift()?.();
      await settle();
    },
    settle,
  };
}

it("an owner has a few places, and others have the rest", async () => {
  const all = crowd(createFairPool({ inAll: 3, each: 2 }), "alice", "alice", "alice", "bob", "carol");
  await all.settle();
  expect(all.inside).toEqual(["alice", "alice", "bob"]);
});

it("whoever waits has the next place in turn, however many another has waiting", async () => {
  const all = crowd(createFairPool({ inAll: 1, each: 1 }), "alice", "alice", "alice", "alice", "bob", "carol", "bob");
  await all.settle();
  for (let n = 0; n < 7; n += 1) await all.leaveFirst();
  expect(all.inside).toEqual(["alice", "alice", "bob", "carol", "alice", "bob", "alice"]);
});

it("who gives up waiting has no place, and keeps nobody from theirs", async () => {
  const pool = createFairPool({ inAll: 1, each: 1 });
  const leave = await pool.enter("alice", open);
  const stop = new AbortController();
  const given = pool.enter("alice", stop.signal);
  const bob = pool.enter("bob", open);
  stop.abort();
  await expect(given).rejects.toThrow("aborted");
  await expect(pool.enter("carol", stop.signal)).rejects.toThrow("aborted");
  leave();
  (await bob)();
  await pool.enter("alice", open);
});

it("a place that is given back twice is one place", async () => {
  const pool = createFairPool({ inAll: 2, each: 1 });
  const leave = await pool.enter("alice", open);
  const bob = await pool.enter("bob", open);
  leave();
  leave();
  const rest = crowd(pool, "carol", "dave");
  await rest.settle();
  expect(rest.inside).toEqual(["carol"]);
  bob();
  await rest.settle();
  expect(rest.inside).toEqual(["carol", "dave"]);
});
