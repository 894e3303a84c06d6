// Without a script a form that is refused comes back with all that was typed in it, in every field that is no secret and no file.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Browser, browse, type Page } from "../support/browse";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { publishNow, writeThread, writeTweet } from "~/features/publishing/publishing.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { documentOf } from "~tests/support/document";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let app: TestApp;
let alice: Person;
let asAlice: Browser;
let guest: Browser;
let account: Account;
let tweetId: number;
const secret = "a secret 4 birds";
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  alice = await makePerson(app, "alice");
  const other = await linkAccount(app, alice, "alice_default");
  account = await linkAccount(app, alice, "alice_x");
  await setDefault(app, alice.user.id, other.networkUserId);
  const ask = { userId: alice.user.id, content: "Terns go far.", account: account.networkUserId };
  tweetId = (await writeTweet(app, ask)).id;
  asAlice = await browse(app, alice.sessionId);
  guest = await browse(app, null);
});
afterEach(() => app?.close());

const isTicked = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";
const unseen = ["hidden", "password", "file", "submit", "button"];
const isTyped = (field: Field) =>
  field.name !== "" && !unseen.includes(field.type) && !field.disabled && !field.hasAttribute("hidden");

/** The fields of the form with this intent that has some to type in. */
function formIn(page: Page, intent: string): Field[] {
  const document = documentOf(page.html);
  const all = [...document.querySelectorAll<Field>("input, textarea, select, button")];
  const forms = [...document.querySelectorAll("form")].map((form) =>
    all.filter((field) =>
      field.hasAttribute("form") ? field.getAttribute("form") === form.id : field.closest("form") === form,
    ),
  );
  const isIt = (fields: Field[]) =>
    fields.some(({ name, value }) => name === "intent" && value === intent) && fields.some(isTyped);
  const found = forms.find(isIt);
  if (!found) throw new Error(`No form of ${intent} on a page with the status ${page.status}`);
  return found;
}

const optionsOf = (field: Field) =>
  [...field.querySelectorAll("option")].map((option) => option.getAttribute("value") ?? "");
const chosenOf = (field: Field) =>
  field.querySelector("option[selected]")?.getAttribute("value") ?? optionsOf(field)[0] ?? "";
const valueOf = (field: Field): string => (field.tagName === "SELECT" ? chosenOf(field) : field.value);

/** Every field otherwise than it stood, as a browser would send them. */
function fill(fields: Field[], typed: Record<string, string>): [string, string][] {
  const sent: [string, string][] = [];
  const radios = new Set<string>();
  for (const field of fields) {
    if (field.type === "password") sent.push([field.name, secret]);
    else if (!isTyped(field)) {
      if (field.type === "hidden") sent.push([field.name, field.value]);
    } else if (field.type === "radio") {
      const last = fields
        .filter((one) => one.name === field.name && isTicked(one) && !one.hasAttribute("checked"))
        .at(-1);
      if (last && !radios.has(field.name)) sent.push([field.name, last.value]);
      radios.add(field.name);
    } else if (field.type === "checkbox") {
      if (!field.hasAttribute("checked")) sent.push([field.name, field.value]);
    } else if (field.tagName === "SELECT")
      sent.push([
        field.name,
        typed[field.name] ?? optionsOf(field).findLast((value) => value !== chosenOf(field)) ?? "",
      ]);
    else sent.push([field.name, typed[field.name] ?? `typed in ${field.name}`]);
  }
  return sent;
}

/** What a form holds, as far as somebody typed it. */
const heldIn = (fields: Field[]): string[] =>
  fields
    .filter(isTyped)
    .flatMap((field) =>
      isTicked(field)
        ? field.hasAttribute("checked")
          ? [`${field.name}=${field.value}`]
          : []
        : [`${field.name}=${valueOf(field)}`],
    );

interface Case {
  who?: "guest";
  path(): string;
  /** What makes it wrong. */
  typed: Record<string, string>;
}
const long = "A tern. ".repeat(60);
const cases: Record<string, Case> = {
  "sign-in": { who: "guest", path: () => "/strategy?panel=login", typed: { email: "nobody@linnet.example" } },
  "create-account": { who: "guest", path: () => "/strategy?panel=register", typed: { email: "no address" } },
  generate: { path: () => "/generate", typed: { topic: " " } },
  "write-tweet": { path: () => "/timeline?write=1", typed: { content: long } },
  "edit-tweet": { path: () => `/timeline?tweet=${tweetId}&edit=1`, typed: { content: long } },
  "schedule-at": { path: () => `/timeline?tweet=${tweetId}`, typed: { moment: "2020-01-01T10:00" } },
  analyse: { path: () => "/product-analyse", typed: { content: " " } },
  "keep-voice": { path: () => "/settings/voice", typed: { language: "no language" } },
  "create-key": { path: () => "/settings/programs", typed: { name: "" } },
  "keep-webhooks": { path: () => "/settings/programs?step=add-webhook", typed: { url: "no address" } },
};

/** One more field may wait for more, empty. */
const expectKept = (page: Page, intent: string, before: Field[], sent: [string, string][]) => {
  const names = new Set(before.filter(isTyped).map(({ name }) => name));
  const held = formIn(page, intent).filter(({ name, value }) => names.has(name) || value !== "");
  expect(heldIn(held)).toEqual(sent.filter(([name]) => names.has(name)).map(([name, value]) => `${name}=${value}`));
};

it.each(Object.entries(cases))("%s, refused, holds all that was typed", async (intent, { who, path, typed }) => {
  const browser = who === "guest" ? guest : asAlice;
  const fields = formIn(await browser.get(path()), intent);
  const sent = fill(fields, typed);
  const page = await browser.post(path(), sent);
  expect(page.status, page.to ?? "").toBeGreaterThanOrEqual(400);
  expectKept(page, intent, fields, sent);
  expect(page.html).not.toContain(secret);
});

describe("the window of a thread, refused", () => {
  const parts = ["Terns go far.", "Further than most.", "And come back."];
  const intent = "change-thread";
  let path: string;
  let threadId: number;
  beforeEach(async () => {
    threadId = (await writeThread(app, { userId: alice.user.id, parts, account: account.networkUserId })).id;
    path = `/timeline?tweet=${threadId}&edit=1`;
  });

  it("holds all that was typed in every part, and in one that is new", async () => {
    const fields = formIn(await asAlice.get(path), intent);
    expect(fields.filter(isTyped).map(({ name }) => name)).toEqual(["part_1", "part_2", "part_3", "part_4"]);
    const sent = fill(fields, { part_2: long });
    const page = await asAlice.post(path, sent);
    expect(page.status).toBe(422);
    expectKept(page, intent, fields, sent);
  });

  it("holds in a part that went out meanwhile the words that are out, so that pressing Save again saves the rest", async () => {
    const typed = { part_2: long };
    const sent = fill(formIn(await asAlice.get(path), intent), typed);
    await publishNow(app, { userId: alice.user.id, tweetId: threadId, account: null });
    const page = await asAlice.post(path, sent);
    expect(page.status).toBeGreaterThanOrEqual(400);
    const fields = formIn(page, intent);
    const [first, second, third] = fields.filter(isTyped);
    expect([first?.value, first?.hasAttribute("readonly")]).toEqual([parts[0], true]);
    expect([second?.value, third?.value]).toEqual([long, "typed in part_3"]);
    const again = await asAlice.post(
      path,
      fields.flatMap((field) => {
        if (!field.name || ["submit", "button"].includes(field.type)) return [];
        return [[field.name, field.name === "part_2" ? "Shorter." : field.value] as [string, string]];
      }),
    );
    expect([again.status, again.to]).toEqual([303, `/timeline?tweet=${threadId}`]);
    const rows = await app.db
      .selectFrom("tweets")
      .select("content")
      .where("thread_id", "is not", null)
      .orderBy("part_no")
      .execute();
    expect(rows.map(({ content }) => content)).toEqual([parts[0], "Shorter.", "typed in part_3", "typed in part_4"]);
  });
});
