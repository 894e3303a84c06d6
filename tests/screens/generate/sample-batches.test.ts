// The three sample batches: five drafts each, and every button leads to what a guest or a person can do next.
import { expect } from "vitest";
import { isShowcase, sampleBatches, showcase } from "~/ports/ai/demo/showcase";
import { weigh } from "~/features/tweets/text.server";
import { test } from "../support/people";
import { linksOf, placeOf, placesOf, verbsOf, wordsOf } from "../support/seen";

const at = (name: string) => `/generate?test=1&sample=${name}`;

test("three topics have five different tweets each, which fit, and the first is the page's own example", () => {
  expect(sampleBatches.map(({ name }) => name)).toEqual(["side", "newsletter", "customer"]);
  expect(sampleBatches[0]).toMatchObject(showcase);
  const all = sampleBatches.flatMap(({ tweets }) => tweets);
  expect([all.length, new Set(all).size]).toEqual([15, 15]);
  for (const text of all) expect(weigh(text)).toBe(text.length);
  expect(sampleBatches.map(({ topic }) => isShowcase(topic))).toEqual([true, false, false]);
});

test("each shows its five as drafts; a guest is led to Create Account, a person to the topic", async ({ stage }) => {
  for (const { name, topic, tweets } of sampleBatches) {
    for (const [who, next] of [
      [stage.guest, `${at(name)}&panel=register`],
      [stage.asAlice, `/generate?topic=${encodeURIComponent(topic)}`],
    ] as const) {
      const page = await who.get(at(name));
      const main = placeOf(page, "main");
      expect([page.status, wordsOf(main, "h1"), wordsOf(main, "h2")]).toEqual([200, [topic], ["Generated Tweets (5)"]]);
      expect(main.textContent).toContain("Sample data, written by hand. Nothing here is posted.");
      expect(placesOf(page, ".tweet__words").map(({ textContent }) => textContent)).toEqual(tweets);
      expect(wordsOf(main, ".badge")).toEqual(tweets.map(() => "Pending"));
      expect(verbsOf(main)).toEqual([]);
      expect(linksOf(main)).toEqual([...["side", "newsletter", "customer"].map(at), ...Array(11).fill(next)]);
      const [shown] = placesOf(page, ".samples [aria-current=page]");
      expect(shown?.getAttribute("href")).toBe(at(name));
    }
  }
});

test("test mode keeps its words without a sample, and a name that is none is no sample", async ({ stage }) => {
  for (const path of ["/generate?test=1", at("constructor")])
    expect(placeOf(await stage.guest.get(path), "main").textContent).toContain("No Generated Content");
});
