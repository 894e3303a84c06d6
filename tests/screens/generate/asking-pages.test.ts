// The question of /generate: who may ask what as whom, what a refusal keeps, what is said of the wait, and test mode.
import { expect } from "vitest";
import { hours } from "~/ground/time/duration";
import { request } from "~/features/generation/generation.server";
import { unlink } from "~/features/publishing/publishing.server";
import { ask } from "~tests/support/document";
import { makeStage, test } from "../support/people";
import type { Page } from "../support/browse";
import { alerts, attributes, headings, links, offers, targets, the, words, wrong } from "../support/reading";

/** The form, and what stands in it. */
function questionOf({ document }: Page) {
  const form = the(document, "form.composer");
  const [field] = wrong(form);
  return {
    offers: offers(form),
    to: targets(form),
    as: /@\w+/.exec(words(form))?.[0] ?? null,
    links: links(form),
    ...(field && { wrong: `${field.name}=${field.value}`, said: field.alert }),
    focused: attributes(form, "[autofocus]", "name"),
  };
}

const noteOf = ({ document }: Page) => links(document.querySelector("main .notice") ?? the(document, "h1"));

/** Where the page offers an example: written beforehand, or to be asked for. */
const exampleOf = ({ document }: Page) =>
  links(the(document, "main")).filter((href) => href.includes("sample=1") || href.includes("topic=building"));

test("the question is asked of a guest, of who has no account, and of who may ask", async ({ stage }) => {
  const { app, alice, first, second, guest, asAlice, asBob } = stage;
  const question = {
    offers: ["generate topic= parts="],
    to: ["/generate"],
    as: null,
    links: [] as string[],
    focused: [],
  };
  const ways = (at = "") => ["/settings/voice", `/generate?${at}panel=sidebar`];
  const written = ["/generate?test=1&sample=1"];

  const nobodys = await guest.get("/generate");
  expect(questionOf(nobodys)).toEqual(question);
  expect([noteOf(nobodys), exampleOf(nobodys)]).toEqual([
    ["/generate?panel=login", "/generate?panel=register"],
    written,
  ]);
  expect(headings(nobodys.document)[0]).toBe("Twitter Content Idea Generator");
  const queries = ask(nobodys.document);
  const field = queries.getByLabelText("What would you like to create tweets about?") as HTMLInputElement;
  expect([field.name, field.type]).toEqual(["topic", "text"]);
  queries.getByText("Create Twitter Content", { selector: "button[type=submit] > span" });
  for (const sentence of ["Generate tweets with latest web information", "Generate tweets from AI knowledge base"])
    queries.getByText(sentence);
  expect(attributes(nobodys.document, "[name=parts] option", "value")).toEqual(["", ..."3456789".split(""), "10"]);
  expect(links(the(nobodys.document, "main"))).toContain("/generate?test=1");

  const bobs = await asBob.get("/generate?topic=owls+%26+%22mice%22");
  const filled = "topic=owls+%26+%22mice%22";
  expect(questionOf(bobs)).toEqual({
    ...{ ...question, offers: ['generate topic=owls & "mice" parts='], to: [`/generate?${filled}`] },
    ...{ as: "@bob_one", links: ways(`${filled}&`) },
  });
  expect([noteOf(bobs), exampleOf(bobs)]).toEqual([[], []]);
  expect(links(the(bobs.document, ".wire")), "who has no time zone is asked for it").toEqual([
    `/generate?${filled}&panel=settings`,
  ]);
  const hers = await asAlice.get("/generate");
  expect(questionOf(hers)).toEqual({ ...question, as: "@alice_one", links: ways() });
  expect(exampleOf(hers)).toEqual(["/generate?topic=building+a+side+project+after+work"]);
  expect(links(the(hers.document, ".wire"))).toEqual([]);

  await app.db.updateTable("accounts").set({ is_default: 0 }).where("id", "=", first.id).execute();
  expect(questionOf(await asAlice.get("/generate"))).toMatchObject({ as: "@alice_two", links: ways() });
  const form = { intent: "generate", topic: "bees", webSearch: "on" };
  const kept = {
    offers: ["generate topic=bees parts= webSearch=on"],
    ...{ wrong: "topic=bees", focused: ["topic"] },
  };
  const noDefault = await asAlice.post("/generate", form);
  expect([noDefault.status, questionOf(noDefault)]).toEqual([
    422,
    {
      ...question,
      ...kept,
      as: "@alice_two",
      links: ways(),
      said: expect.stringContaining("请在用户菜单中设置一个默认Twitter账户"),
    },
  ]);

  for (const { id } of [first, second]) await unlink(app, alice.user.id, String(id));
  const alone = await asAlice.get("/generate");
  expect([noteOf(alone), exampleOf(alone)]).toEqual([["/accounts/connect"], written]);
  expect(words(the(alone.document, ".notice"))).toContain("请先绑定Twitter账户才能生成推文");
  for (const [who, status, said, ways] of [
    [guest, 401, "Please login first", ["/generate?x=1&panel=login", "/generate?x=1&panel=register"]],
    [asAlice, 422, "请先绑定Twitter账户才能生成推文", ["/accounts/connect"]],
  ] as const) {
    const refusal = await who.post("/generate?x=1", form);
    expect([refusal.status, refusal.to, noteOf(refusal)]).toEqual([status, null, ways]);
    expect(questionOf(refusal)).toEqual({
      ...{ ...question, ...kept, to: ["/generate?x=1"], said: expect.stringContaining(said) },
    });
    expect(questionOf(await who.get("/generate")).offers, "the topic is kept").toEqual([
      expect.stringContaining("bees"),
    ]);
    expect(questionOf(await who.get("/generate?topic=")).offers, "the address goes first").toEqual(question.offers);
  }
  const messages = new Set<string | undefined>();
  for (const topic of ["", " ", "x".repeat(2_001)]) {
    const refusal = await asBob.post("/generate?x=1", { intent: "generate", topic });
    const { said, ...rest } = questionOf(refusal);
    messages.add(said);
    expect([refusal.status, rest]).toEqual([
      422,
      {
        ...{ offers: [`generate topic=${topic} parts=`], wrong: `topic=${topic}`, focused: ["topic"] },
        ...{ to: ["/generate?x=1"], as: "@bob_one", links: ways("x=1&") },
      },
    ]);
  }
  expect([...messages].filter(Boolean)).toHaveLength(2);
});

test("a topic that waits in the browser is forgotten once it is asked, and by no other form", async ({ stage }) => {
  const { app, alice, asAlice, first, second } = stage;
  const setDefault = (is_default: 0 | 1) =>
    app.db.updateTable("accounts").set({ is_default }).where("id", "=", first.id).execute();
  const kept = () => [...asAlice.cookies.keys()].filter((name) => name.includes("topic"));
  const ask = { intent: "generate", topic: "bees" };
  await setDefault(0);
  await asAlice.post("/generate", ask);
  expect(kept()).not.toEqual([]);
  const earlier = { userId: alice.user.id, accountId: second.id, topic: "owls", webSearch: false };
  for (const path of ["/generate", `/generate?job=${await request(app, earlier)}`]) {
    expect((await asAlice.post(path, { intent: "set-theme", theme: "dark" })).to).toBe(path);
    expect(kept(), path).not.toEqual([]);
  }
  await setDefault(1);
  expect((await asAlice.post("/generate", ask)).to).toMatch(/^\/generate\?job=/);
  expect(kept()).toEqual([]);
  expect((await asAlice.get("/generate")).html).not.toContain("bees");
});

test("test mode shows a tweet of each state, and sends nothing", async ({ stage }) => {
  const { guest, asAlice } = stage;
  const empty = await guest.get("/generate?test=1");
  expect([empty.title, headings(empty.document)]).toEqual(["Results · Linnet", ["Twitter Content Idea Generator"]]);
  expect(words(the(empty.document, ".empty"))).toContain("No Generated Content");
  expect(links(the(empty.document, ".empty"))).toEqual(["/generate?test=1&sample=1", "/generate?test=1"]);
  const hers = await asAlice.get("/generate?test=1&x=1");
  expect(links(the(hers.document, ".empty"))).toEqual(["/generate?test=1&x=1&sample=1", "/generate?test=1&x=1"]);
  expect((await asAlice.get("/generate?test=2")).title).toBe("Generate · Linnet");

  const path = "/generate?test=1&sample=1";
  const samples = await asAlice.get(path);
  expect(samples.title).toBe("Results · Linnet");
  const head = the(samples.document, ".section__head");
  expect([words(head), links(head)]).toEqual([expect.stringMatching(/^Generated Tweets \(5\)/), [path]]);
  const off = (id: number, intent: string) => `${intent} tweetId=${id} account= (off)`;
  const both = (id: number) => [off(id, "post-now"), off(id, "add-to-timeline")];
  expect(
    [...samples.document.querySelectorAll("ul.tweets > li")].map((card) => ({
      badge: words(the(card, ".badge")),
      as: /@\w+/.exec(words(card))?.[0],
      offers: offers(card),
      links: links(card),
    })),
  ).toEqual(
    [
      { badge: "Pending", offers: both(-1) },
      { badge: "Scheduled", offers: [off(-2, "post-now"), off(-2, "take-off")] },
      { badge: "Publishing", offers: both(-3) },
      { badge: "Published", offers: both(-4) },
      { badge: "Failed", offers: both(-5) },
    ].map((card) => ({ ...card, as: "@sample", links: [] })),
  );
  expect(alerts(samples.document)).toEqual([]);
  const times = ({ document }: Page) => [...document.querySelectorAll("ul.tweets time")].map(words);
  expect(times(samples)).toEqual(["Today, 16:54", "today, 10:28"]);
  expect(times(await guest.get(path)), "a guest reads UTC").toEqual(["Today, 15:54", "today, 09:28"]);
});

test("the wire tells this server's own window and quiet hours", async () => {
  const wire = async ({ asAlice }: { asAlice: { get(path: string): Promise<Page> } }) =>
    words(the((await asAlice.get("/generate")).document, ".wire li:last-child"));
  const always = await makeStage({ QUIET_HOURS: "none" });
  expect(await wire(always)).toMatch(/4 to 8 hours later\.$/);
  await always.close();
  const other = await makeStage({ QUIET_HOURS: "22-5" });
  const said = await wire(other);
  expect(said).toMatch(/4 to 8 hours later.* 22:00 .* 05:00/);
  other.app.clock.advance(hours(10));
  expect(await wire(other), "in the evening too").toBe(said);
  await other.close();
});
