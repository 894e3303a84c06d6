// What a tweet that is opened over the week offers: the moments to choose from, and what of it may be changed still.
import { expect, it } from "vitest";
import { writeTweet } from "~/features/publishing/publishing.server";
import { setTimezone } from "~/features/users/users.server";
import { createTestApp } from "~tests/support/app";
import { atScreens } from "../support/acting";

it("begins at the next full hour that is half an hour off at least, and ends a year from now", async () => {
  const app = await createTestApp();
  try {
    const alice = await atScreens(app, "alice");
    const userId = alice.person.user.id;
    await setTimezone(app, userId, "Europe/Berlin");
    const { id } = await writeTweet(app, { userId, content: "Words", account: alice.account.networkUserId });
    const choiceAt = async (iso: string) => {
      app.clock.advance(Date.parse(iso) - app.clock.now());
      const { opened } = (await alice.timeline(`/timeline?tweet=${id}`)).week;
      return [opened?.choice?.earliest, opened?.choice?.value, opened?.choice?.latest].map((text) =>
        text?.slice(0, 16),
      );
    };
    const day = "2026-11-20T";
    expect(await choiceAt("2026-11-20T11:29:00Z")).toEqual([`${day}12:29`, `${day}13:00`, "2027-11-20T12:29"]);
    expect(await choiceAt("2026-11-20T11:30:00Z")).toEqual([`${day}12:30`, `${day}13:00`, "2027-11-20T12:30"]);
    expect(await choiceAt("2026-11-20T11:31:00Z")).toEqual([`${day}12:31`, `${day}14:00`, "2027-11-20T12:31"]);
    const open = async (query: string) => (await alice.timeline(`/timeline?tweet=${query}`)).week.opened;
    expect(await open(String(id))).toMatchObject({ editable: true, editing: null, needsAttention: false });
    expect((await open(`${id}&edit=1`))?.editing).toEqual({ known: [] });
    expect((await open(`${id}&edit=0`))?.editing).toBeNull();
    for (const word of ["", `${id}x`, `-${id}`, `${id}.0`, "9".repeat(16)]) expect(await open(word)).toBeNull();
    for (const tweetId of ["x", "1.5", "9".repeat(17)])
      expect(await alice.act("/timeline", { intent: "take-off", tweetId })).toMatchObject({
        ok: false,
        error: "Tweet not found.",
      });
  } finally {
    await app.close();
  }
});
