// axe-core on the three pages of the main job, in both themes: no violation. axe.script.spec.ts has every other page.
import { writeTweets } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("the question, its results and the timeline have no fault that axe finds", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
  await visitor.call("POST", `/api/questions/publish-now/${tweets[0]?.id}`, {});
  const faults: string[] = [];
  for (const address of ["/generate", `/generate?batch=${batchId}`, "/timeline"]) {
    await page.goto(address);
    await at.takenOver(page);
    faults.push(...(await faultsOf(page, address)));
  }
  expect(faults).toEqual([]);
});
