// When a node may claim: what its beats tell it, what a gap forbids, and what it owes before it begins again.
import { beforeEach, expect, it } from "vitest";
import type { Beat } from "~db/liveness.types";
import { createNode, type NodeControl, waitsAfterGap } from "~db/node.server";
import { handClock } from "../support/clock";

const clock = handClock();
let told: string[];
let next: (Partial<Beat> & { broken?: boolean }) | null;
let node: NodeControl;
let isFull: boolean;

beforeEach(() => {
  told = [];
  next = {};
  isFull = false;
  let isIn = false;
  node = createNode({
    clock,
    liveness: {
      beat() {
        if (next === null) return Promise.resolve(null);
        const { broken, ...more } = next;
        if (broken) return Promise.reject(new Error("away"));
        const isNew = !isIn;
        isIn = true;
        const usual = { nodeId: "a", isNew, hadGap: false, lostNodes: [], isOutdated: false, goodFor: 6_000 };
        return Promise.resolve({ ...usual, ...more });
      },
      lostAmong: (ids) => Promise.resolve([...ids]),
      list: () => Promise.resolve([]),
      hasOther: () => Promise.resolve(false),
      clockOffset: () => 0,
      seenBefore: () => null,
      noteGap: () => undefined,
      leave: () => Promise.resolve(void told.push("left")),
    },
    duties: {
      enter: () => (isFull ? Promise.reject(new Error("full")) : Promise.resolve(void told.push("enter"))),
      takeOver: () => Promise.resolve(void told.push(`take over, ${node.mayClaim() ? "claiming" : "idle"}`)),
      recall: () => Promise.resolve(void told.push("recall")),
    },
    wakesAtOnce: () => Promise.resolve(true),
    tell: (what) => told.push(what),
  });
});

const beat = (more: typeof next = {}) => {
  next = more;
  return node.beat();
};

it("enters, takes over what lost nodes left, and only then claims", async () => {
  expect(node.obstacle()).toBe("elsewhere");
  await beat();
  expect(told).toEqual(["entered", "enter", "take over, idle"]);
  expect(node.mayClaim()).toBe(true);
  expect(node.id()).toBe("a");
});

it("what the disk refused when it entered is done at the next beat, before it claims", async () => {
  isFull = true;
  await expect(beat()).rejects.toThrow("full");
  expect(node.mayClaim()).toBe(false);
  isFull = false;
  told = [];
  await beat();
  expect(told.slice(0, 2)).toEqual(["enter", "take over, idle"]);
  told = [];
  await beat();
  expect(told).toEqual([]);
});

it("claims nothing while another process must be waited for, nor once that has taken its place", async () => {
  await beat(null);
  expect(node.obstacle()).toBe("elsewhere");
  await beat();
  expect(node.mayClaim()).toBe(true);
  await beat(null);
  expect(node.obstacle()).toBe("elsewhere");
});

it("silent for longer than a beat is good for it claims nothing, since others may take it for lost", async () => {
  await beat();
  clock.advance(5_999);
  expect(node.mayClaim()).toBe(true);
  clock.advance(1);
  expect(node.obstacle()).toBe("broken");
  await beat();
  expect(node.mayClaim()).toBe(true);
});

it("takes over at each beat that tells of a lost node", async () => {
  await beat();
  told = [];
  await beat({ lostNodes: ["b"] });
  await beat();
  expect(told).toEqual(["take over, claiming"]);
});

it.each([
  ["that a beat tells of", () => beat({ hadGap: true })],
  ["in which a beat breaks", () => beat({ broken: true }).catch(() => undefined)],
  ["of another connection", () => Promise.resolve(node.noteGap())],
])("after a gap %s it asks first what was forgotten, once the others are back too", async (_, gap) => {
  await beat();
  told = [];
  await gap();
  expect(node.obstacle()).toBe("broken");
  if (!told.includes("recall")) await beat();
  // At the first beat: who came back earlier would else send what only this one remembers.
  expect(told.at(-1)).toBe("recall");
  clock.advance(waitsAfterGap - 1);
  await beat();
  expect(node.mayClaim()).toBe(false);
  clock.advance(1);
  await beat();
  expect(told.slice(-2)).toEqual(["recall", "whole"]);
  expect(node.mayClaim()).toBe(true);
});

it("a gap within the wait begins it anew", async () => {
  await beat();
  node.noteGap();
  await beat();
  clock.advance(waitsAfterGap - 1);
  node.noteGap();
  await beat();
  clock.advance(waitsAfterGap - 1);
  await beat();
  expect(node.mayClaim()).toBe(false);
  clock.advance(1);
  await beat();
  expect(node.mayClaim()).toBe(true);
});

it("who enters for the first time has nothing to remember, and waits for nothing", async () => {
  await beat({ hadGap: true });
  expect(node.mayClaim()).toBe(true);
});

it("taken for lost it comes back under another name, and asks what was forgotten", async () => {
  await beat();
  await beat({ nodeId: "b", isNew: true, hadGap: true });
  expect(node.id()).toBe("b");
  expect(node.mayClaim()).toBe(false);
});

it("an older version finishes what it has and begins nothing", async () => {
  await beat();
  await beat({ isOutdated: true });
  await beat({ isOutdated: true });
  expect(node.obstacle()).toBe("outdated");
  expect(told.filter((what) => what === "outdated")).toHaveLength(1);
});

it("beats that overlap are one, and nothing is claimed once it has left", async () => {
  await Promise.all([node.beat(), node.beat()]);
  expect(told.filter((what) => what === "enter")).toHaveLength(1);
  await node.leave();
  expect(node.mayClaim()).toBe(false);
  expect(told.at(-1)).toBe("left");
});
