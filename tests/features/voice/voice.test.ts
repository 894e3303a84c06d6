// An account's voice: kept apart from every other, refused with the sample that is too long, gone with its account.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days } from "~/ground/time/duration";
import { exportText } from "~tests/support/people/export-text";
import { unlink } from "~/features/publishing/publishing.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import { missingSamples } from "~/features/voice/voice";
import { voiceSchema } from "~/features/voice/schema.server";
import { authorForWriter, pruneVoices, readVoice, saveVoice } from "~/features/voice/voice.server";
import type { Account } from "~/features/accounts/account";
import { faultsOf, validate } from "~/http/api/validate.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, password, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let other: Account;
let account: Account;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  other = await linkAccount(app, alice, "alice_x");
  account = await linkAccount(app, alice, "alice_two");
});
afterEach(() => app?.close());

const fields = (change: object = {}) => validate(voiceSchema, change, "body");
const save = (change: object = {}, of = account, person = alice) =>
  saveVoice(app, person.user.id, String(of.id), fields(change));
const read = (of = account) => readVoice(app, alice.user.id, String(of.id));
async function forWriter(of: Account | null = account, person = alice) {
  const { voice, voiceVersion } = await authorForWriter(app, { userId: person.user.id, accountId: of?.id ?? null });
  return voice && { voice, version: voiceVersion };
}

describe("a voice", () => {
  it("is off until it is saved once, then on, and its version grows with each save", async () => {
    expect(await read()).toMatchObject({ version: 0, on: false, updatedAt: null });
    await save({ about: "I build small tools" });
    expect(await read()).toMatchObject({ version: 1, on: true, about: "I build small tools" });
    await save({ about: "I build small tools", tone: ["dry", "dry", "plain"] });
    expect(await read()).toMatchObject({ version: 2, tone: ["dry", "plain"], updatedAt: app.clock.now() });
  });

  it("is one account's: the default's and another person's know nothing of it", async () => {
    await save({ about: "of two" });
    expect(await read(other)).toMatchObject({ version: 0 });
    expect(await forWriter(other)).toBeNull();
    const bob = await makePerson(app, "bob");
    await expect(save({}, account, bob)).rejects.toMatchObject({ code: "not_found" });
    await expect(readVoice(app, bob.user.id, String(account.id))).rejects.toMatchObject({ code: "not_found" });
    expect(await forWriter(account, bob)).toBeNull();
    expect(await forWriter(null)).toBeNull();
  });

  it("reaches the writer while it is on and says something, with the version", async () => {
    await save({ avoid: ["delve"] });
    expect(await forWriter()).toMatchObject({ version: 1, voice: { avoid: ["delve"], samples: [] } });
    await save({ avoid: ["delve"], on: false });
    expect(await forWriter()).toBeNull();
    expect(await read()).toMatchObject({ avoid: ["delve"], on: false });
    await save({});
    expect(await forWriter()).toBeNull();
  });

  it.each([
    [0, 0, null],
    [1, 0, "Add 2 more, because the AI needs at least 3 samples"],
    [2, 0, "Add 1 more, because the AI needs at least 3 samples"],
    [3, 3, null],
    [10, 10, null],
  ])("with %i samples sends %i of them", async (count, sent, sentence) => {
    const samples = Array.from({ length: count }, (_, n) => `Sample ${n}`);
    await save({ samples, about: "me" });
    expect((await forWriter())?.voice.samples).toHaveLength(sent);
    expect((await read()).samples).toEqual(samples);
    expect(missingSamples(count)).toBe(sentence);
  });

  it("two saves at once both count", async () => {
    await Promise.all([save({ about: "one" }), save({ about: "two" })]);
    expect((await read()).version).toBe(2);
  });
});

describe("a voice that is refused", () => {
  const faults = (change: object) => faultsOf(voiceSchema, change, () => "body").faults;
  const fits = "字".repeat(4_000);

  it("names the sample that is too long, by the person's own count", () => {
    expect(faults({ samples: ["a", `${fits}字`, "c"] })).toEqual([
      { loc: ["body", "samples", 1], msg: "Sample 2 has 4,001 characters. The limit is 4,000.", type: "too_long" },
    ]);
    expect(faults({ samples: [fits] })).toEqual([]);
  });

  it.each([
    [{ samples: Array(11).fill("a") }, "You have 11 samples. The limit is 10."],
    [{ tone: ["plain", "warm", "dry", "bold", "curious"] }, "Up to four tones. Remove one first."],
    [{ tone: ["shouting"] }, "Each tone must be one of plain, warm, dry, playful, bold, precise, curious, contrarian"],
    [{ about: "a".repeat(501) }, "About you can have up to 500 characters"],
    [{ audience: "a".repeat(501) }, "Your audience can have up to 500 characters"],
    [{ avoid: Array.from({ length: 31 }, (_, n) => `w${n}`) }, "Up to 30 words to avoid."],
    [{ avoid: ["b".repeat(41)] }, `“${"b".repeat(20)}…” is too long. The limit is 40 characters.`],
    [{ language: "no language" }, "Unknown language tag. Use one such as de or pt-BR."],
    [{ emoji: "many" }, "emoji must be one of never, one, fits"],
  ])("%j is told why", (change, sentence) => {
    expect(faults(change).map(({ msg }) => msg)).toEqual([sentence]);
  });

  it("white space and repeats are no words, and a tag is written as it should be", () => {
    expect(
      fields({ avoid: [" delve ", "delve", "", "\u200b"], samples: ["  ", " a "], language: "PT-br" }),
    ).toMatchObject({
      avoid: ["delve"],
      samples: ["a"],
      language: "pt-BR",
    });
  });
});

describe("with its account", () => {
  it("is kept for 30 days after the link ended, sent to nobody meanwhile, and there again where it is linked anew", async () => {
    await save({ about: "kept" });
    await save({ about: "of the other" }, other);
    await unlink(app, alice.user.id, String(account.id), "192.0.2.7");
    expect(await forWriter()).toBeNull();
    await expect(read()).rejects.toMatchObject({ code: "not_found" });
    app.clock.advance(days(30) - 1);
    await pruneVoices(app);
    await linkAccount(app, alice, "alice_two");
    expect(await forWriter()).toMatchObject({ version: 1, voice: { about: "kept" } });
    await unlink(app, alice.user.id, String(account.id), "192.0.2.7");
    app.clock.advance(days(30));
    await pruneVoices(app);
    await linkAccount(app, alice, "alice_two");
    expect(await read()).toMatchObject({ version: 0 });
    expect(await read(other)).toMatchObject({ version: 1 });
  });

  it("is in the person's export, and gone with the person", async () => {
    await save({ about: "mine", samples: ["a", "b", "c"] });
    const bob = await makePerson(app, "bob");
    const bobs = await linkAccount(app, bob, "bobs_perch");
    await save({ about: "Bob's" }, bobs, bob);
    const text = await exportText(app, alice.user.id, "json", "operator");
    expect((JSON.parse(text) as { voices: unknown }).voices).toMatchObject([
      { account_id: account.id, about: "mine", samples: ["a", "b", "c"], updated_at: expect.stringMatching(/Z$/) },
    ]);
    expect(text).not.toContain("Bob's");
    await leave(app, alice.user.id, { password, address: "192.0.2.7" });
    const left = await app.db.selectFrom("voices").select("account_id").execute();
    expect(left).toEqual([{ account_id: bobs.id }]);
  });
});
