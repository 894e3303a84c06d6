// What the doctor says of nodes: how many serve, of which versions, how long silent, and whether they wake each other.
import { expect, it } from "vitest";
import { nodesWords } from "~/features/doctor/nodes";

const node = (name: string, silentMs: number, version = "1.2.3") => ({ id: name, name, version, silentMs });

it("three that are well are counted and named", () => {
  expect(nodesWords([node("one", 300), node("two", 1_240), node("three", 20)], true)).toEqual({
    state: "good",
    message:
      "3 nodes are running. The oldest heartbeat was 1.2 s ago. one (1.2.3), two (1.2.3), three (1.2.3). Nodes wake each other right away.",
    todo: null,
  });
});

it("one alone has nobody to wake, so that it can't is no fault", () => {
  expect(nodesWords([node("one", -3)], false)).toEqual({
    state: "good",
    message:
      "1 node is running. Its last heartbeat was 0.0 s ago. one (1.2.3). Nodes notice each other’s work within a second.",
    todo: null,
  });
});

it("two that don't hear each other are told which address to name", () => {
  expect(nodesWords([node("one", 1), node("two", 2)], false)).toMatchObject({
    state: "check",
    message: expect.stringMatching(/Nodes notice each other’s work within a second\.$/) as string,
    todo: "Set DATABASE_LISTEN_URL to a URL that bypasses the pooler.",
  });
});

it("different versions, and one that is silent, are named with what to do", () => {
  expect(nodesWords([node("one", 100), node("two", 5_600, "1.3.0")], true)).toEqual({
    state: "check",
    message:
      "2 nodes are running. The oldest heartbeat was 5.6 s ago. one (1.2.3), two (1.3.0, silent for 5.6 s). " +
      "The nodes run different versions. Nodes wake each other right away.",
    todo: "Check the silent node and its connection to the database. Start the newest version on every node.",
  });
});
