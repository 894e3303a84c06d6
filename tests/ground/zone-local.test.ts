// Local times as a person types them, turned into instants: in every zone, also where the clock jumps or shows a time twice.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { instantOf, localTextOf } from "~/ground/time/zone";
import { allTransitions, allZones, years } from "~tests/support/zones";

const at = (text: string) => Date.parse(text);

describe("the instant of a local time", () => {
  it.each([
    ["2026-11-19T20:42", "Europe/Berlin", "2026-11-19T19:42:00Z"],
    ["2026-07-01T00:00", "Europe/Berlin", "2026-06-30T22:00:00Z"],
    ["2026-11-19T20:42", "UTC", "2026-11-19T20:42:00Z"],
    ["2026-11-19T20:42:07", "Asia/Kathmandu", "2026-11-19T14:57:07Z"],
    ["2026-11-19T20:42:07.500", "America/St_Johns", "2026-11-20T00:12:07Z"],
  ])("of %s in %s is %s", (text, zone, instant) => {
    expect(instantOf(text, zone)).toBe(at(instant));
  });

  it("that the clock jumps over is the moment it lands", () => {
    expect(instantOf("2026-03-29T02:30", "Europe/Berlin")).toBe(at("2026-03-29T01:00:00Z"));
    expect(instantOf("2026-03-29T02:00", "Europe/Berlin")).toBe(at("2026-03-29T01:00:00Z"));
    expect(instantOf("2026-03-29T03:00", "Europe/Berlin")).toBe(at("2026-03-29T01:00:00Z"));
    expect(instantOf("2026-10-04T02:15", "Australia/Lord_Howe")).toBe(at("2026-10-03T15:30:00Z"));
  });

  it("that the clock shows twice is the earlier one", () => {
    expect(instantOf("2026-10-25T02:30", "Europe/Berlin")).toBe(at("2026-10-25T00:30:00Z"));
    expect(instantOf("2026-11-01T01:00", "America/New_York")).toBe(at("2026-11-01T05:00:00Z"));
  });

  it("of a date that a zone left out is the start of the next", () => {
    expect(instantOf("2011-12-30T12:00", "Pacific/Apia")).toBe(at("2011-12-30T10:00:00Z"));
  });

  it.each([
    "",
    "2026-11-19",
    "20:42",
    "2026-11-19 20:42",
    "2026-11-19T20:42Z",
    "2026-11-19T20:42+01:00",
    "2026-02-30T10:00",
    "2026-13-01T10:00",
    "2026-11-19T24:00",
    "2026-11-19T10:60",
    "2026-11-19T10:00:60",
    "12026-11-19T10:00",
    "0001-01-01T10:00",
    "1969-12-31T23:59",
    " 2026-11-19T20:42",
    "2026-11-19T20:42\n",
    "tomorrow",
  ])("is null for %j, which is none", (text) => {
    expect(instantOf(text, "Europe/Berlin")).toBeNull();
  });

  const anyZone = fc.constantFrom(...allZones);
  const changes = allTransitions();
  const nearChange = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -hours(4), max: hours(4) }))
    .map(([{ zone, at: change }, away]) => ({ zone, instant: change + away }));
  const anywhere = fc.record({ zone: anyZone, instant: fc.integer({ min: years.from, max: years.to }) });

  it("comes back as the text it was read from, and never later than any instant that shows it", () => {
    fc.assert(
      fc.property(fc.oneof(nearChange, anywhere), ({ zone, instant }) => {
        const text = localTextOf(instant, zone);
        const found = instantOf(text, zone) ?? NaN;
        expect(localTextOf(found, zone)).toBe(text);
        expect(found).toBeLessThanOrEqual(instant);
      }),
      { numRuns: 400 },
    );
  });

  it("is the first at which the clock shows that time or a later one, whatever is typed", () => {
    fc.assert(
      fc.property(nearChange, fc.integer({ min: -180, max: 180 }), ({ zone, instant }, away) => {
        const text = localTextOf(instant + away * 60_000, "UTC");
        const found = instantOf(text, zone) ?? NaN;
        expect(localTextOf(found, zone) >= text).toBe(true);
        expect(localTextOf(found - 1, zone) < text).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
