// Pages tell the prices that the operator has set, and of which day they are; no page has a price in its own words.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { setPrices } from "~/ports/network/call-prices";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson } from "~tests/support/people/make";
import { type Browser, browse } from "../support/browse";

let app: TestApp;
let asAlice: Browser;
beforeEach(async () => {
  app = await createTestApp();
  const alice = await makePerson(app, "alice");
  await linkAccount(app, alice, "alice_x");
  asAlice = await browse(app, alice.sessionId);
});
afterEach(async () => {
  setPrices(null);
  await app.close();
});

it("says of which day the prices are, and tells the operator's where there are any", async () => {
  expect((await asAlice.get("/generate?panel=help")).over).toContain("Prices as of 2026-11");
  expect((await asAlice.get("/timeline?write=1")).html).toContain("$0.015");
  app.config.xPrices = { asOf: "2027-01-15", post: 0.03 };
  expect((await asAlice.get("/timeline?write=1")).html).toContain("$0.03");
  expect((await asAlice.get("/generate?panel=help")).over).toContain("2027-01-15");
});

it("no price of X stands in the text of a page, of the API or of a tool", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const withPrice = files.filter((name) => {
    const lines = readFileSync(join("app", name), "utf8").split("\n");
    return lines.some((line) => /\$0\.\d/.test(line.replace(/(?:^\s*\*|\/\*|\/\/).*/, "")));
  });
  expect(withPrice).toEqual([]);
});
