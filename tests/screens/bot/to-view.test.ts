// What /bot shows of what was fetched: no database, no clock.
import { expect, it } from "vitest";
import { botMessages } from "~/ground/messages";
import { type Fetched, toView } from "~/screens/bot/to-view.server";

const fetched: Fetched = {
  user: { id: "7", email: "alice@linnet.example", timezone: "UTC" } as Fetched["user"],
  accounts: [],
  accountsFault: null,
  now: Date.parse("2026-11-18T12:00:00Z"),
  timeZone: "UTC",
  query: new URLSearchParams("did=started"),
  bots: [],
  checklist: null,
  pictured: new Map(),
};

it("what was just done is told to the person who did it, and to no guest", () => {
  expect(toView(fetched)).toMatchObject({ signedIn: true, error: null, did: botMessages.started });
  expect(toView({ ...fetched, user: null })).toMatchObject({ signedIn: false, error: null, did: null });
});

it("bots that could not be read are told of, and nothing is said to be done", () => {
  expect(toView({ ...fetched, bots: null })).toMatchObject({ bots: [], error: botMessages.active, did: null });
});
