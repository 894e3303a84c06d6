// Which zone is to hold: asked at the head of each page while something is scheduled, until one of two buttons is pressed.
import { expect } from "vitest";
import { hours } from "~/ground/time/duration";
import { guessTimezone, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { findUser } from "~/features/users/users.server";
import * as key from "~/routes/session.key";
import { call, cookieFor, type Route, sameOrigin } from "~tests/support/calls/call";
import { linkAccount, personOf } from "~tests/support/people/make";
import { type Browser, browse } from "../support/browse";
import { type Stage, test } from "../support/people";
import { placesOf, sentTo, verbsOf, wordsOf } from "../support/seen";

const asked = ["set-timezone timezone=Asia/Tokyo", "set-timezone timezone=Europe/Berlin"];
const question = "Your browser is on Tokyo time. Linnet uses Berlin time.";

/** What bob's browser is asked there. */
async function seenAt(browser: Browser, path: string) {
  const page = await browser.get(path);
  const notices = placesOf(page, "main [role=note]").filter((notice) => notice.textContent?.includes("Your browser"));
  expect(notices.flatMap(sentTo).every((address) => address === path)).toBe(true);
  return { said: notices.flatMap((notice) => wordsOf(notice, "strong")), verbs: notices.flatMap(verbsOf) };
}

/** The browser says where it is, as its script does after a sign-in. */
async function tell({ app, bob }: Stage, browser: Browser, timezone: string): Promise<string> {
  const headers = { cookie: await cookieFor(app, bob.sessionId), ...sameOrigin };
  const path = `/session/key?${String(new URLSearchParams({ timezone }))}`;
  const [line = ""] = (await call(key as Route, path, { method: "POST", headers })).headers.getSetCookie();
  const [name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line)?.slice(1) ?? [];
  browser.cookies.set(name, value);
  return guessTimezone(app, bob.user.id, timezone);
}

/** Of his account that is not his default. */
async function plan({ app, bob }: Stage): Promise<number> {
  const second = await linkAccount(app, bob, "bob_two");
  const { id } = await writeTweet(app, { userId: bob.user.id, content: "Herons", account: second.networkUserId });
  await scheduleAt(app, { userId: bob.user.id, tweetId: id, account: null, executeAt: app.clock.now() + hours(30) });
  return id;
}

const zoneOf = async ({ app, bob }: Stage) => {
  const user = await findUser(app, bob.user.id);
  return [user?.timezone, user?.zoneChosen];
};

const nothing = { said: [], verbs: [] };

test("a browser that is elsewhere is asked about, while something is scheduled, and no other browser is", async ({
  stage,
}) => {
  const { app, asBob, bob, guest, named } = stage;
  await guessTimezone(app, bob.user.id, "Europe/Berlin");
  const tweetId = await plan(stage);
  expect(await tell(stage, asBob, "Asia/Tokyo")).toBe("Europe/Berlin");
  for (const path of ["/generate", "/timeline", "/strategy?x=1", "/settings/hours"])
    expect(await seenAt(asBob, path), path).toEqual({ said: [question], verbs: asked });
  const elsewhere = await browse(app, (await personOf(app, bob.user.id)).sessionId, named);
  expect(await seenAt(elsewhere, "/generate")).toEqual(nothing);
  for (const [name, value] of asBob.cookies) if (name.endsWith("_zone")) guest.cookies.set(name, value);
  expect(await seenAt(guest, "/generate")).toEqual(nothing);
  for (const zone of ["UTC", "Europe/Berlin"]) {
    expect(await tell(stage, asBob, zone)).toBe("Europe/Berlin");
    expect(await seenAt(asBob, "/generate"), zone).toEqual(nothing);
  }
  await tell(stage, asBob, "Asia/Tokyo");
  await unschedule(app, { userId: bob.user.id, tweetId });
  expect(await seenAt(asBob, "/generate")).toEqual(nothing);
});

for (const zone of ["Asia/Tokyo", "Europe/Berlin"])
  test(`a person who answers ${zone} is asked no more, and has chosen it`, async ({ stage }) => {
    const { app, asBob, bob } = stage;
    await guessTimezone(app, bob.user.id, "Europe/Berlin");
    await plan(stage);
    await tell(stage, asBob, "Asia/Tokyo");
    const sent = await asBob.post("/timeline?week=1", { intent: "set-timezone", timezone: zone });
    expect([sent.status, sent.to]).toEqual([303, "/timeline?week=1"]);
    expect(await zoneOf(stage)).toEqual([zone, true]);
    expect(await seenAt(asBob, "/timeline")).toEqual(nothing);
    expect(await tell(stage, asBob, "America/New_York")).toBe(zone);
    expect(await seenAt(asBob, "/timeline")).toEqual(nothing);
  });

test("what a forged cookie names is no zone, and asks nothing", async ({ stage }) => {
  const { app, asBob, bob } = stage;
  await guessTimezone(app, bob.user.id, "Europe/Berlin");
  await plan(stage);
  for (const value of [
    "",
    "Asia/Tokyo",
    Buffer.from(JSON.stringify("Moon/Crater")).toString("base64"),
    "%00",
    "e30=",
  ]) {
    asBob.cookies.set("linnet_zone", value);
    expect(await seenAt(asBob, "/generate"), value).toEqual(nothing);
  }
});
