// Every part of a bot's screens in every state of a bot: what can be pressed and what that sends, and what is shown of it.
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { BotList } from "~/features/bots/bot-list";
import { BotRuns } from "~/features/bots/bot-runs";
import ChecklistModal from "~/features/bots/checklist-modal";
import { BotControl, listHeadings, openers } from "~/features/bots/control";
import { costText } from "~/features/tweets/tweet";
import { ask, documentOf } from "~tests/support/document";
import { directedOf, momentsOf, offersOf, wordsOf } from "~tests/support/offers";
import { all, nextIso, plain, proposal, type State, states } from "./bot-states";
import { render, renderBusy } from "./render";

const pageOf = async (part: ReactElement): Promise<HTMLElement> => documentOf(await render(part)).body;
const control = (bot: Partial<State>, more: object = {}, sandbox = false, demoWriter = false) => (
  <BotControl
    of={{
      ...{ ...plain, review: false, learn: false, proposal: null, ...bot },
      ...{ analysisId: "7", perDay: 3, usernames: ["@alice", "@bob"], ...more },
    }}
    sandbox={sandbox}
    writer={demoWriter ? "the demo writer" : "Gemini"}
    editHref={(id) => `/bot?edit=${id}`}
    activeHref="/bot?list=active"
    historyHref="/bot?list=history"
  />
);
const hrefOf = (id: string) => `/product-analyse?analysis=${id}`;
const cards = all.map(([summary, bot], at) => ({
  ...bot,
  ...{ analysisId: String(at), summary, href: hrefOf(String(at)), day: "19 Nov", score: at % 2 ? "8.5 / 10" : null },
}));
const list = { title: "All bots", headingId: "all-bots", openedBy: null, none: "No bots yet", closeHref: "/bot" };
const runsOf = (bots: typeof cards, sandbox = false) => (
  <BotRuns bots={bots} sandbox={sandbox} editHref={(id) => `/bot?edit=${id}`} />
);
/** The one of several that is about this analysis. */
const itemOf = (page: HTMLElement, id: string) =>
  ask(page.ownerDocument)
    .getAllByRole("listitem")
    .find((item) => item.querySelector(`a[href="${hrefOf(id)}"]`))!;

/** What each intent of a bot sends beside itself; a start is as whom, where there is a choice and it does not go on already. */
const sent = (id: string, { enabled, review, username }: State, choice = false): Record<string, object> => ({
  "start-bot": { analysisId: id, ...(choice && !enabled && { as: `@${username ?? ""}` }) },
  "stop-bot": { analysisId: id },
  "review-bot": { analysisId: id, ...(!review && { review: "on" }) },
  "teach-bot": { analysisId: id },
  "approve-tweet": { tweetId: "31", before: "Seats for Sunday" },
  "reject-tweet": { tweetId: "31", before: "Seats for Sunday" },
});
const named = (intents: string) => intents.split(" ").filter(Boolean);
const pick = (of: Record<string, object>, intents: string) =>
  Object.fromEntries(named(intents).map((intent) => [intent.replace("!", ""), of[intent.replace("!", "")]]));

/** `isNamed`: whom it posts as is said here, where it is known. */
function expectShown(place: Element, { reason, next, posts, username, word }: State, isNamed: boolean): void {
  const said = wordsOf(place);
  expect(said.split(" ")).toContain(word);
  if (reason !== null) expect(said).toContain(reason);
  expect(said.includes("It could not write.")).toBe(reason === "It could not write.");
  expect(momentsOf(place).includes(nextIso)).toBe(next !== null);
  if (posts > 0) expect(said).toMatch(new RegExp(`\\b${posts}\\b`));
  if (isNamed) expect(said.includes("@alice")).toBe(username !== null);
}

test.each(all)("Bot Control offers what belongs to the state: %s", async (_, bot) => {
  const page = await pageOf(control(bot));
  const offers = offersOf(page);
  expect(offers.sends).toEqual(pick(sent("7", bot, true), bot.control));
  expect(Object.keys(offers.sends)).toEqual(named(bot.control).map((intent) => intent.replace("!", "")));
  expect(offers.off).toEqual(bot.control.includes("!start-bot") ? ["start-bot"] : []);
  expect(offers.busy).toEqual([]);
  const lists = [`/bot?list=active#${listHeadings.active}`, `/bot?list=history#${listHeadings.history}`];
  expect(offers.links).toEqual([
    ...(bot.connects ? ["/accounts/connect"] : []),
    ...(bot.proposal ? ["/bot?edit=31"] : []),
    ...lists,
  ]);
  expect([...page.querySelectorAll("a[id]")].map(({ id }) => id)).toEqual([openers.active, openers.history]);
  expectShown(page, bot, false);
});

test.each(all)(
  "Bot Control tells of each bot that was started when it posts, and how often it did: %s",
  async (_, bot) => {
    const asked = ask(await render(control(bot)));
    const told = asked.queryAllByRole("definition");
    const shown = [bot.next?.iso ?? null, bot.last?.iso ?? null, null];
    if (bot.status === "not_started") return expect(told).toEqual([]);
    expect(told.map((one) => momentsOf(one)[0] ?? null)).toEqual(shown);
    expect(told.map((one) => one.textContent !== "")).toEqual([true, true, true]);
    if (bot.next) expect(told[0]?.textContent).toBe(bot.next.text);
    if (bot.last) expect(told[1]?.textContent).toBe(bot.last.text);
    expect(told[2]?.textContent).toBe(String(bot.posts));
    expect(asked.getAllByRole("term")).toHaveLength(3);
    const pressed = asked.queryAllByRole("button").filter((button) => button.hasAttribute("aria-pressed"));
    expect(pressed.map((one) => one.getAttribute("aria-pressed"))).toEqual(bot.enabled ? [String(bot.review)] : []);
    const note = asked.queryAllByRole("note").map((one) => wordsOf(one));
    expect(note).toEqual(bot.reason === null ? [] : [expect.stringContaining(bot.reason)]);
  },
);

test("Bot Control promises how often who posts, and whether a person is asked", async () => {
  const promise = async (bot: Partial<State>, more: object = {}) =>
    (await pageOf(control(bot, more))).querySelector("p")?.textContent ?? "";
  const days = await Promise.all([0, 1, 2, 3].map((perDay) => promise({}, { perDay })));
  expect(days.map((words) => /\d+/.exec(words)?.[0] ?? null)).toEqual([null, "1", "2", "3"]);
  for (const words of days) expect(words).toContain("@alice");
  expect(await promise({ username: "bob" })).toContain("@bob");
  expect(await promise({ username: null })).not.toContain("@");
  expect(await promise({ review: true })).not.toBe(await promise({ review: false }));
});

test("who posts can be chosen only where there are two, and before it starts", async () => {
  const choice = async (bot: Partial<State>, usernames: string[]) => {
    const [field] = ask(await render(control(bot, { usernames }))).queryAllByRole("combobox");
    return field && [field.getAttribute("name"), ...[...field.querySelectorAll("option")].map(({ value }) => value)];
  };
  const stopped = states["stopped by its person"];
  expect(await choice(stopped, ["@alice", "@bob"])).toEqual(["as", "@alice", "@bob"]);
  expect(await choice({ ...stopped, username: "bob" }, ["@alice", "@bob"])).toEqual(["as", "@alice", "@bob"]);
  expect(offersOf(await pageOf(control({ ...stopped, username: "bob" }))).sends["start-bot"]).toMatchObject({
    as: "@bob",
  });
  expect(await choice(stopped, ["@alice"])).toBe(undefined);
  expect(await choice(states["never started"], [])).toBe(undefined);
  expect(await choice(plain, ["@alice", "@bob"])).toBe(undefined);
});

test("a proposal shows the words to be approved, how long they are and what they cost", async () => {
  const shown = async (more: object, sandbox = false) => {
    const page = await pageOf(control({ proposal: { ...proposal, ...more } }, {}, sandbox));
    const asked = ask(page.ownerDocument);
    const form = asked.getAllByRole("form").find((one) => one.id === "proposal-31")!;
    expect(form.querySelector("blockquote")?.textContent).toBe("Seats for Sunday");
    expect(directedOf(form)).toEqual(["Seats for Sunday"]);
    return wordsOf(form);
  };
  const cost = costText(proposal);
  expect(await shown({})).toContain(`16 / of 280 ${cost} Approve`);
  expect(await shown({}, true)).not.toContain(`${cost} Approve`);
  expect(await shown({ weightedLength: 299 })).toContain("299 / of 280");
  expect(await shown({ hasLink: true, costUsd: 0.2 })).toContain(String(costText({ hasLink: true, costUsd: 0.2 })));
  expect(await shown({ costUsd: null })).not.toContain("$");
});

test("the tick stands as it was set, and says by whom nothing of it is taken", async () => {
  const learn = async (is: boolean, demo = false) => offersOf(await pageOf(control({}, { learn: is }, false, demo)));
  expect((await learn(true)).sends["teach-bot"]).toEqual({ analysisId: "7", learn: "on" });
  expect((await learn(false)).sends["teach-bot"]).toEqual({ analysisId: "7" });
  const said = async (demo: boolean) => wordsOf(await pageOf(control({}, {}, false, demo)));
  expect(await said(true)).not.toBe(await said(false));
});

test.each([
  ["the list of bots", () => <BotList {...list} items={cards} pages={<p>The next page</p>} />],
  ["a person's own bots", () => runsOf(cards)],
])("%s offers of each what belongs to its state, and shows it", async (name, part) => {
  const page = await pageOf(part());
  const isRuns = name === "a person's own bots";
  for (const bot of cards) {
    const item = itemOf(page, bot.analysisId);
    const intents = words(bot.list, isRuns && bot.proposal ? "approve-tweet reject-tweet" : "");
    const offers = offersOf(item);
    expect([bot.summary, offers.sends]).toEqual([bot.summary, pick(sent(bot.analysisId, bot), intents)]);
    expect([...offers.off, ...offers.busy]).toEqual([]);
    const edit = isRuns && bot.proposal ? ["/bot?edit=31"] : [];
    expect(offers.links).toEqual([hrefOf(bot.analysisId), ...(bot.connects ? ["/accounts/connect"] : []), ...edit]);
    expectShown(item, bot, isRuns || bot.enabled);
    if (!isRuns && !bot.enabled) expect(wordsOf(item)).not.toContain("@");
    expect(momentsOf(item)).toEqual(bot.next ? [bot.next.iso] : []);
    expect(directedOf(item)).toContain(bot.summary);
    const said = wordsOf(item);
    if (bot.next) expect(said).toContain("today, 20:42");
    expect(/\b0\b/.test(said.replace("20:42", ""))).toBe(isRuns && bot.posts === 0);
    if (!isRuns) expect(said.includes("19 Nov")).toBe(!bot.enabled);
    if (!isRuns) expect(said.includes("8.5 / 10")).toBe(!bot.enabled && bot.score !== null);
  }
  expect(page.querySelector("h2")?.textContent).toContain("(16)");
});

const words = (...parts: string[]) => parts.filter(Boolean).join(" ");

test("the list of bots has a way back, its pages below it, and a word where there is none", async () => {
  const page = await pageOf(<BotList {...list} items={cards} pages={<p>The next page</p>} />);
  const asked = ask(page.ownerDocument);
  expect(asked.getByRole("heading", { name: "All bots (16)" }).id).toBe("all-bots");
  expect(offersOf(page.querySelector("section > div")!).links).toEqual(["/bot"]);
  expect(asked.getByText("The next page")).toBeTruthy();
  const none = ask(await render(<BotList {...list} items={[]} />));
  expect(none.getByText("No bots yet")).toBeTruthy();
  expect(none.queryAllByRole("listitem")).toEqual([]);
  expect(none.getByRole("heading").textContent).toContain("(0)");
});

test("a person's own bots are counted: those that run, are paused, wait for a word, and are stopped", async () => {
  const counted = async (bots: typeof cards) => {
    const said = (await pageOf(runsOf(bots))).querySelector("section > div > p, section p")?.textContent ?? "";
    return [...said.matchAll(/\d+/g)].map(Number);
  };
  const count = (is: (bot: (typeof cards)[number]) => boolean) => cards.filter(is).length;
  const [running, paused] = [count(({ word }) => word === "Running"), count(({ word }) => word === "Paused")];
  expect([running, paused]).toEqual([7, 4]);
  expect(await counted(cards)).toEqual([7, 4, 1, 5]);
  const waiting = cards.filter((card) => card.proposal !== null);
  expect(await counted([...waiting, ...waiting.map((card) => ({ ...card, analysisId: "99" }))])).toEqual([2, 2]);
  expect(await counted(cards.filter(({ summary }) => summary === "stopped by its person"))).toEqual([1]);
});

const checklist = (sandbox: boolean, error: string | null) => (
  <ChecklistModal of={{ analysisId: "7", username: "alice" }} sandbox={sandbox} error={error} closeTo="/back" />
);

test("the checklist asks for the three rules of X, is signed for the account that it names, and says what went wrong", async () => {
  const page = await pageOf(checklist(false, null));
  const asked = ask(page.ownerDocument);
  const boxes = asked.getAllByRole("checkbox") as HTMLInputElement[];
  const rules = ["label", "bio", "owner"].map((name) => [name, true, false]);
  expect(boxes.map(({ name, required, checked }) => [name, required, checked])).toEqual([
    ...rules,
    ["review", false, false],
    ["learn", false, false],
  ]);
  const offers = offersOf(page);
  expect(offers.sends).toEqual({ "start-bot": { analysisId: "7", as: "@alice", checklist: "1" } });
  expect([offers.off, offers.busy]).toEqual([[], []]);
  expect(new Set(offers.links)).toEqual(new Set(["/back"]));
  expect(offers.links.length).toBeGreaterThanOrEqual(2);
  expect(asked.getByRole("dialog").textContent).toContain("@alice");
  expect(asked.queryAllByRole("alert")).toEqual([]);
  const refused = ask(await render(checklist(true, "Please see to it")));
  expect(refused.getByRole("alert").textContent).toBe("Please see to it");
  const said = async (sandbox: boolean) => wordsOf(await pageOf(checklist(sandbox, null)));
  expect((await said(true)).length).toBeGreaterThan((await said(false)).length);
});

test("only the clicked button of the clicked bot shows a spinner", async () => {
  const two = cards.filter(({ summary }) => summary === "gave up" || summary === "paused with its account");
  const [held, gaveUp] = two.map(({ analysisId }) => analysisId);
  const several = <BotList {...list} items={two} />;
  const stopped = control(states["gave up"]);
  const waits = control(states["waits for an approval"]);
  /** The pressed intents, each behind the analysis that it is of where there are several. */
  const turning = async (part: ReactElement, intent: string, id: string) => {
    const html = await renderBusy(part, { intent, analysisId: id, tweetId: id, as: `@alice`, checklist: "1" });
    const page = documentOf(html).body;
    if (part !== several) return offersOf(page).busy;
    return [held!, gaveUp!].flatMap((one) => offersOf(itemOf(page, one)).busy.map((busy) => `${one} ${busy}`));
  };
  expect(await turning(several, "stop-bot", held!)).toEqual([`${held} stop-bot`]);
  expect(await turning(several, "stop-bot", gaveUp!)).toEqual([`${gaveUp} stop-bot`]);
  expect(await turning(several, "start-bot", gaveUp!)).toEqual([`${gaveUp} start-bot`]);
  expect(await turning(several, "start-bot", held!)).toEqual([]);
  expect(await turning(stopped, "start-bot", "8")).toEqual([]);
  expect(await turning(stopped, "start-bot", "7")).toEqual(["start-bot"]);
  expect(await turning(waits, "teach-bot", "7")).toEqual(["teach-bot"]);
  expect(await turning(waits, "review-bot", "7")).toEqual(["review-bot"]);
  expect(await turning(waits, "approve-tweet", "31")).toEqual(["approve-tweet"]);
  expect(await turning(waits, "approve-tweet", "32")).toEqual([]);
  expect(await turning(waits, "reject-tweet", "31")).toEqual(["reject-tweet"]);
  expect(await turning(waits, "reject-tweet", "32")).toEqual([]);
  expect(await turning(checklist(false, null), "start-bot", "7")).toEqual(["start-bot"]);
  expect(await turning(checklist(false, null), "stop-bot", "7")).toEqual([]);
});
