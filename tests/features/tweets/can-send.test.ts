// Which tweets have buttons to press: a line each of spec section 5.
import { expect, it } from "vitest";
import { canSend } from "~/features/tweets/tweet";

it.each([
  ["pending", 280, false, true],
  ["pending", 280, true, false],
  ["pending", 281, false, false],
  ["scheduled", 100, false, false],
  ["publishing", 100, false, false],
  ["published", 100, false, false],
  ["failed", 100, false, false],
] as const)("%s, of %d, with a task: %s; can be sent: %s", (status, weightedLength, hasTask, can) =>
  expect(canSend({ status, weightedLength }, hasTask)).toBe(can),
);
