// A tweet's modal: what can be done in each state, its journal, an exact time, and the box in which its words are changed.
import { expect, test } from "vitest";
import { ChooseTime } from "~/features/timeline/choose-time";
import { JournalList, type JournalLine } from "~/features/timeline/journal-list";
import { TaskActions } from "~/features/timeline/task-actions";
import { TaskModal } from "~/features/timeline/task-modal";
import type { TweetView } from "~/features/tweets/tweet";
import { WordsForm } from "~/features/tweets/words-form";
import { LinkedAccounts, type LinkedAccount } from "~/features/users/linked-accounts";
import { Notice } from "~/ui/messages/notice";
import { render } from "./render";
import { tweet } from "./tweet";

const actions = (change: Partial<TweetView>, editHref: string | null = null) =>
  render(<TaskActions tweet={tweet(change)} editHref={editHref} />);

/** The words of the buttons and links that can be pressed. */
const pressable = (html: string): string[] =>
  [...html.matchAll(/<(button|a)([^>]*)>(.*?)<\/\1>/g)]
    .filter(([, , attributes]) => !attributes?.includes("disabled"))
    .map(([, , , inner]) => inner?.replace(/<[^>]+>/g, "") ?? "");

test.each([
  ["pending", {}, ["Edit", "Post Now", "Add to Timeline"]],
  ["too long", { weightedLength: 300 }, ["Edit"]],
  ["scheduled", { status: "scheduled" }, ["Edit", "Pick another random time", "Unschedule", "Post Now, $0.015"]],
] as const)("a tweet that is %s can be changed, and what else can be done with it", async (_state, change, words) => {
  expect(pressable(await actions(change, "?edit=1"))).toEqual(words);
});

test.each([
  ["failed", { status: "failed" }, ["Dismiss", "Pick another random time", "Retry"]],
  ["publishing", { status: "publishing" }, []],
  ["published", { status: "published" }, []],
  ["asked about", { status: "publishing", needsConfirmation: true }, ["Yes, it’s posted", "No, it isn’t"]],
] as const)("a tweet that is %s can't be changed, and what can be done with it", async (_state, change, words) => {
  expect(pressable(await actions(change))).toEqual(words);
});

test("another random time asks for what adds it to the timeline", async () => {
  const html = await actions({ status: "scheduled" });
  expect(html).toMatch(/name="intent" value="add-to-timeline"\/>.*?Pick another random time/);
  expect(await actions({ status: "failed" })).toMatch(/name="intent" value="dismiss"\/>.*?Dismiss/);
});

const modal = (change: Partial<TweetView>) =>
  render(<TaskModal tweet={tweet(change)} moment="Thu, Nov 19, 20:42 (Europe/Berlin)" sandbox={false} closeTo="?" />);

test("the modal says how the moment was chosen, also where the person chose it", async () => {
  const scheduled = { status: "scheduled", when: "Today, 20:42" } as const;
  expect(await modal({ ...scheduled, reason: "Picked at random." })).toContain("Picked at random.");
  expect(await modal(scheduled)).toContain("You picked it.");
  expect(await modal({ status: "published", when: "Today, 20:42" })).not.toContain("Why this time");
});

test("a lost answer is told as one that is being looked for, and then as a question", async () => {
  const lost = await modal({ status: "publishing", isUnknown: true });
  expect(lost).toContain("Checking…");
  expect(lost).toContain("won’t post it twice");
  const asked = await modal({ status: "publishing", isUnknown: true, needsConfirmation: true });
  expect(asked).toContain("Is this tweet on X?");
  expect(asked).not.toContain("<progress");
});

const lines: JournalLine[] = [
  { at: "Today, 12:00", iso: "2026-11-19T11:00:00.000Z", text: "Sent to X.", tone: "plain" },
  { at: "Today, 12:01", iso: "2026-11-19T11:01:00.000Z", text: "Failed: <b>no</b>.", tone: "wrong" },
];

test("the journal is a list of times and sentences, open where something is wrong, and absent where nothing was", async () => {
  const html = await render(<JournalList lines={lines} count={lines.length} open />);
  expect(html).toMatch(/<details[^>]* open=""/);
  expect(html).toContain("2 events");
  expect(html).toMatch(
    /<time dateTime="2026-11-19T11:00:00.000Z">Today, 12:00<\/time><p><span>Sent to X\.<\/span><\/p>/i,
  );
  expect(html).toContain("Failed: &lt;b&gt;no&lt;/b&gt;.");
  expect(await render(<JournalList lines={lines} count={101} open={false} />)).not.toMatch(/ open=/);
  expect(await render(<JournalList lines={[]} count={0} open />)).toBe("");
});

const choice = {
  city: "Berlin",
  value: "2026-11-19T20:42",
  earliest: "2026-11-19T11:18",
  latest: "2027-11-19T11:18",
  slots: null,
};
const choose = (error: string | null, typed?: string) =>
  render(<ChooseTime tweetId={7} choice={choice} Form="form" busy={null} error={error} typed={typed} />);

test("an exact time is asked for on the person's own clock, within what is possible", async () => {
  const html = await choose(null);
  expect(html).toContain("Date and time (Berlin time)");
  expect(html).toMatch(/<input[^>]*type="datetime-local"[^>]*min="2026-11-19T11:18"[^>]*max="2027-11-19T11:18"/);
  expect(html).toContain('value="2026-11-19T20:42"');
  expect(html).not.toMatch(/<details[^>]* open/);
});

test("a time that was refused stays as typed, in sight and with the reason", async () => {
  const html = await choose("Choose a time in the future.", "2026-11-01T10:00");
  expect(html).toMatch(/<details[^>]* open=""/);
  expect(html).toContain('value="2026-11-01T10:00"');
  expect(html).toMatch(/aria-invalid="true"[^>]*aria-describedby="([^"]+)".*id="\1"[^>]*>.*in the future/);
});

const words = (text: string, more: Partial<Parameters<typeof WordsForm>[0]> = {}) =>
  render(
    <WordsForm
      tweetId={7}
      label="Tweet"
      words={text}
      saved={text}
      error={null}
      priceOf={({ hasLink }) => (hasLink ? 0.2 : 0.015)}
      sandbox={false}
      closeTo="?tweet=7"
      {...more}
    />,
  );

test("words are counted and priced before anything is pressed, also without a script", async () => {
  const html = await words("Write what you know");
  expect(html).toMatch(/>19<\/span><span aria-hidden="true"> \/ <\/span>/);
  expect(html).toContain("$0.015");
  expect(html).toMatch(/<textarea[^>]*name="content"[^>]*>Write what you know<\/textarea>/);
  expect(pressable(html)).toEqual(["Cancel", "Save"]);
});

test("a file's mark before the words is not counted, as saving takes it out", async () => {
  const text = "a".repeat(280);
  const [html, marked] = [await words(text), await words(`\uFEFF${text}`)];
  expect(marked).toMatch(/>280<\/span><span aria-hidden="true"> \/ <\/span>/);
  expect(marked).not.toContain("Lose");
  expect(marked.replaceAll("\uFEFF", "")).toBe(html);
});

test("near the limit the count turns, and beyond it says what to lose; the server has the last word", async () => {
  expect(await words("a".repeat(259))).not.toContain("weight--near");
  expect(await words("a".repeat(260))).toContain("weight--near");
  expect(await words("a".repeat(280))).not.toContain("Lose");
  const html = await words("a".repeat(291));
  expect(html).toContain("weight--over");
  expect(html).toContain("11 over the limit.");
  expect(pressable(html)).toContain("Save");
});

test("what only the server can weigh is a guess until it has told, and then is exact", async () => {
  expect(await words("Read linnet.com now")).toContain("about 19");
  const known: [string, { weight: number; hasLink: boolean }][] = [[" linnet.com", { weight: 24, hasLink: true }]];
  const html = await words("Read linnet.com now", { known });
  expect(html).not.toContain("about ");
  expect(html).toMatch(/>32<\/span><span/);
  expect(html).toContain("$0.20 with link");
});

test("words begin as they are, an empty first line too", async () => {
  expect(await words("\nfirst")).toMatch(/<textarea[^>]*>\n\nfirst<\/textarea>/);
});

test("words that were refused say why beside them", async () => {
  const html = await words("", { error: "Write something first." });
  expect(html).toMatch(/<textarea[^>]*aria-invalid="true"/);
  expect(html).toContain("Write something first.");
});

const account = (change: Partial<LinkedAccount>) =>
  render(
    <LinkedAccounts
      accounts={[
        {
          id: 3,
          username: "alice",
          displayName: "Alice",
          isDefault: true,
          status: "active",
          state: "active",
          statusReason: null,
          ...change,
        },
      ]}
      connectHref="/accounts/connect"
      unlinkHref={(id) => `?unlink=${id}`}
    />,
  );

test("an account is paused, resumed or connected again, as it stands, and says why it rests", async () => {
  const active = await account({});
  expect(active).toMatch(/value="pause-account"\/>.*aria-label="Pause @alice"/);
  const paused = await account({ status: "paused", state: "paused", statusReason: "Paused by you." });
  expect(paused).toMatch(/value="resume-account"\/>.*aria-label="Resume @alice"/);
  expect(paused).toContain("Paused by you.");
  const gone = await account({ status: "reconnect", state: "reconnect", statusReason: "Reconnect the account." });
  expect(gone).toMatch(/aria-label="Reconnect @alice" href="\/accounts\/connect"/);
  expect(gone).not.toMatch(/pause-account|resume-account/);
});

test("what needs attention looks like an error, but is not called out on every page", async () => {
  expect(await render(<Notice tone="attention" title="1 tweet failed." />)).toMatch(
    /class="notice notice--attention" role="note"/,
  );
});
