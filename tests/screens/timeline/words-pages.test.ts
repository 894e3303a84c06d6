// The form in which a tweet is written, and the one in which its words are changed.
import { expect } from "vitest";
import { test } from "../support/people";
import { dialogOf, links, offers, targets, the, words, wrong } from "../support/reading";
import { bring, write } from "../support/tweet-states";

const text = "Kestrels hover over https://example.org and the motorway.";
const long = "word ".repeat(60);
const at = (change = "") => `/timeline?week=0${change}`;

/** The form for a tweet's words: what it sends, where it stands, where it leads back to and what is wrong with it. */
function formOf(dialog: HTMLElement) {
  const content = the<HTMLTextAreaElement>(dialog, "textarea[name=content]");
  return {
    offers: offers(dialog, { [`content=${content.value}`]: "…" }),
    typed: content.value,
    counted: /(\d+) \/ of 280/.exec(words(dialog))?.[1],
    wrong: wrong(dialog).map(({ name }) => name),
    focused: content.hasAttribute("autofocus"),
    back: [...new Set(links(dialog))],
    to: targets(dialog),
  };
}

test("a tweet's words are changed in a form that keeps what was typed", async ({ stage }) => {
  const { asAlice, second } = stage;
  const id = await write(stage, text, second.networkUserId);
  const path = at(`&tweet=${id}&edit=1`);
  const form = (state: string, of = id, before = text) => ({
    offers: [`edit-tweet tweetId=${of} before=${before} state=${state} …`],
    ...{ typed: text, counted: "61", wrong: [] as string[], focused: false },
    ...{ back: [at(`&tweet=${of}`)], to: [at(`&tweet=${of}&edit=1`)] },
  });
  expect(formOf(dialogOf(await asAlice.get(path)))).toEqual(form("pending"));
  expect(dialogOf(await asAlice.get(at(`&tweet=${id}&edit=2`))).querySelector("[name=content]")).toBeNull();
  await bring(stage, id, "chosen");
  const scheduled = dialogOf(await asAlice.get(path));
  expect(formOf(scheduled)).toEqual(form("scheduled"));
  expect(words(scheduled), "it stays where it was").toContain("today, 21:18");

  const sent = { intent: "edit-tweet", tweetId: String(id) };
  const messages = new Set<string>();
  for (const [content, counted] of [
    [long, "300"],
    [" ", "1"],
  ] as const) {
    const page = await asAlice.post(path, { ...sent, content });
    expect(page.status).toBe(422);
    const kept = { typed: content, counted, wrong: ["content"], focused: true };
    expect(formOf(dialogOf(page))).toEqual({ ...form("scheduled"), ...kept });
    messages.add(wrong(dialogOf(page))[0]?.alert ?? "");
  }
  expect([...messages].filter(Boolean)).toHaveLength(2);
  const saved = await asAlice.post(path, { ...sent, content: "Two\r\nlines" });
  expect([saved.status, saved.to]).toEqual([303, at(`&tweet=${id}`)]);
  const after = await asAlice.get(saved.to ?? "");
  expect(the(dialogOf(after), `#open-${id}-words`).textContent).toBe("Two\nlines");
  expect(offers(dialogOf(after))).toContain(`refine-tweet tweetId=${id} do=restore version=1`);
  expect(words(the(dialogOf(after), "#version-1"))).toBe(text);
  expect(words(the(dialogOf(after), ".toasts")), "what the window shows is no toast").toBe("");

  const other = await write(stage, `${text} Again.`, null);
  await bring(stage, other, "published");
  const late = at(`&tweet=${other}&edit=1`);
  expect(dialogOf(await asAlice.get(late)).querySelector("[name=content]"), "published: no form").toBeNull();
  const refusal = await asAlice.post(late, { ...sent, tweetId: String(other), content: "Late" });
  expect(refusal.status).toBe(409);
  expect(formOf(dialogOf(refusal)), "published meanwhile: the form stays").toEqual({
    ...form("published", other, `${text} Again.`),
    ...{ typed: "Late", counted: "4", wrong: ["content"], focused: true },
  });
});

test("a tweet of one's own is written for the default account", async ({ stage }) => {
  const { asAlice, guest, app, first, second } = stage;
  const path = at("&write=1");
  const form = {
    offers: ["write-tweet account=REF-OF-ALICE-ONE …", "write-tweet account=REF-OF-ALICE-ONE … thread=1"],
    ...{ typed: "", counted: "0", wrong: [] as string[], focused: false, back: [at()], to: [path] },
  };
  const empty = dialogOf(await asAlice.get(path));
  expect(formOf(empty)).toEqual(form);
  expect(words(empty)).toContain("@alice_one");
  expect((await asAlice.get(at("&write=2"))).dialog).toBeNull();
  expect((await guest.get(path)).dialog).toBeNull();
  const sent = { intent: "write-tweet", account: second.networkUserId };
  const refusal = await asAlice.post(path, { ...sent, content: long });
  expect(refusal.status).toBe(422);
  expect(formOf(dialogOf(refusal))).toEqual({
    ...form,
    typed: long,
    counted: "300",
    wrong: ["content"],
    focused: true,
  });
  const saved = await asAlice.post(path, { ...sent, content: "Hello\r\nthere" });
  expect([saved.status, saved.to]).toEqual([303, at("&tweet=1")]);
  const after = await asAlice.get(saved.to ?? "");
  expect(the(dialogOf(after), "#open-1-words").textContent).toBe("Hello\nthere");
  expect(offers(dialogOf(after)), "as the account that was sent").toContain(
    "post-now tweetId=1 account=REF-OF-ALICE-TWO",
  );
  expect(words(the(dialogOf(after), ".toasts")), "what the window shows is no toast").toBe("");
  const foreign = await asAlice.post(path, { ...sent, account: stage.his.networkUserId, content: "No" });
  expect(foreign.status).toBe(404);
  expect(formOf(dialogOf(foreign))).toMatchObject({ typed: "No", wrong: ["content"] });
  for (const { id } of [first, second])
    await app.db.updateTable("accounts").set({ unlinked_at: 1, is_default: 0 }).where("id", "=", id).execute();
  const alone = await asAlice.get(path);
  expect(formOf(dialogOf(alone))).toEqual({ ...form, offers: ["write-tweet …", "write-tweet … thread=1"] });
  expect(words(alone.document)).not.toMatch(/@alice/);
});
