// The browser's own store: whose it is, what is wiped when, and what can't be read.
import { beforeEach, describe, expect, it } from "vitest";
import { fitTo, keys, readTasks, readTweets, readUser, writeTask } from "~/screens/browser/store";

const alice = { user_id: "alice", api_key: "a-key", email: "alice@linnet.example", timezone: "Europe/Berlin" };
const task = { id: 7, type: "immediate", status: "publishing", twitter_account_id: null } as const;

let kept: Map<string, string>;
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
beforeEach(() => {
  kept = new Map([
    [keys.user, JSON.stringify(alice)],
    [keys.tweets, JSON.stringify([{ id: 7 }])],
    [keys.tasks, JSON.stringify({ 7: task })],
    [keys.lastUser, "alice"],
  ]);
});

describe("whose store it is", () => {
  it("stays as it is for the same person", () => {
    const before = [...kept];
    fitTo(store, "alice");
    expect([...kept]).toEqual(before);
  });

  it("loses user, tweets and tasks to another person, who is recorded", () => {
    fitTo(store, "bob");
    expect([...kept]).toEqual([[keys.lastUser, "bob"]]);
  });

  it("loses tweets and tasks when nobody was recorded", () => {
    kept.delete(keys.lastUser);
    fitTo(store, "alice");
    expect([...kept.keys()].sort()).toEqual([keys.lastUser, keys.user]);
  });

  it("loses tweets and tasks when nobody is signed in and nobody was recorded", () => {
    kept.delete(keys.lastUser);
    fitTo(store, null);
    expect(kept.size).toBe(0);
  });

  it("is empty once nobody is signed in", () => {
    fitTo(store, null);
    expect(kept.size).toBe(0);
  });
});

describe("what can't be read is removed", () => {
  it.each([keys.user, keys.tweets, keys.tasks])("%s, when it is no JSON", (key) => {
    kept.set(key, "{not json");
    fitTo(store, "alice");
    expect(kept.has(key)).toBe(false);
    expect(kept.size).toBe(3);
  });

  it.each([
    ["a user without a key", keys.user, { user_id: "alice" }, () => readUser(store)],
    ["a user that is a list", keys.user, [], () => readUser(store)],
    ["tweets that are no list", keys.tweets, { 7: {} }, () => readTweets(store)],
    ["tweets without ids", keys.tweets, [null], () => readTweets(store)],
    ["tasks that are a list", keys.tasks, [task], () => readTasks(store)],
    ["tasks without a status", keys.tasks, { 7: 1 }, () => readTasks(store)],
  ])("%s", (_what, key, value, look) => {
    kept.set(key, JSON.stringify(value));
    const seen = look();
    expect(seen === null || Object.keys(seen).length === 0).toBe(true);
    expect(kept.has(key)).toBe(false);
  });
});

it("a task is written beside the others", () => {
  writeTask(store, { ...task, id: 8 });
  expect(Object.keys(readTasks(store))).toEqual(["7", "8"]);
});
