// The zones to choose from: under the names of today, by city, with their offsets.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { presentName } from "~/features/users/zone/zone-names";
import { zoneOptions } from "~/features/users/zone/zones.server";
import { isTimeZone } from "~/ground/time/zone";

const winter = Date.parse("2026-01-15T12:00:00Z");
const summer = Date.parse("2026-07-15T12:00:00Z");

it("every zone stands once, by its city, with the offset of the season", async () => {
  const options = await zoneOptions(winter);
  const labels = options.map(({ label }) => label);
  expect(labels[0]).toBe("UTC");
  for (const label of [
    "Kolkata, UTC+5:30 (Asia/Kolkata)",
    "Kyiv, UTC+2 (Europe/Kyiv)",
    "Buenos Aires, UTC−3 (America/Argentina/Buenos_Aires)",
    "London, UTC+0 (Europe/London)",
    "Kathmandu, UTC+5:45 (Asia/Kathmandu)",
    "St Johns, UTC−3:30 (America/St_Johns)",
  ])
    expect(labels).toContain(label);
  expect((await zoneOptions(summer)).map(({ label }) => label)).toContain("Kyiv, UTC+3 (Europe/Kyiv)");
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  for (const { value } of options) expect(isTimeZone(value), value).toBe(true);
  expect(options.length).toBe(new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]).size);
});

it("a name of former times is the one of today, and one of today stays", () => {
  for (const [former, present] of [
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["Europe/Kiev", "Europe/Kyiv"],
    ["europe/kyiv", "Europe/Kyiv"],
    ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
    ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
    ["Etc/UTC", "UTC"],
    ["Europe/Oslo", "Europe/Oslo"],
  ] as const)
    expect(presentName(former)).toBe(present);
  expect(() => presentName("Moon/Crater")).toThrow(RangeError);
});

it("no zone goes by a name that IANA has given up, where this machine has IANA's own list", async () => {
  let list: string;
  try {
    list = readFileSync("/usr/share/zoneinfo/zone.tab", "utf8");
  } catch {
    return;
  }
  const present = new Set(
    list.split("\n").flatMap((line) => (line.startsWith("#") ? [] : (line.split("\t")[2] ?? []))),
  );
  const former = (await zoneOptions(winter)).map(({ value }) => value).filter((value) => !present.has(value));
  expect(former).toEqual(["UTC"]);
});
