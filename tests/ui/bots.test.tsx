// A bot's parts as HTML: its switches tell how they stand, its list starts and stops, its checklist names the account.
import { expect, test } from "vitest";
import { BotList } from "~/features/bots/bot-list";
import ChecklistModal from "~/features/bots/checklist-modal";
import type { ControlView } from "~/features/bots/bot-view";
import { BotControl } from "~/features/bots/control";
import { render } from "./render";

const bot = {
  status: "running",
  enabled: true,
  reason: null,
  gaveUp: false,
  username: "alice",
  posts: 0,
  next: null,
  last: null,
  analysisId: "7",
} as const;

const control = (more: Partial<ControlView>, demoWriter = false) => {
  const of = { ...bot, perDay: 3, review: false, learn: false, proposal: null, usernames: [], ...more };
  const hrefs = { editHref: String, activeHref: "/", historyHref: "/" };
  return <BotControl of={of} sandbox={false} demoWriter={demoWriter} {...hrefs} />;
};

test("the switch of the review tells whether it is on", async () => {
  for (const review of [true, false]) {
    const html = await render(control({ review }));
    expect(html).toContain(`aria-pressed="${review}"`);
  }
});

test("the tick tells whether its writer is shown what worked, and by whom nothing of it is taken", async () => {
  const box = /<input type="checkbox"[^>]*name="learn"[^>]*>/;
  expect(box.exec(await render(control({ learn: true })))?.[0]).toContain("checked");
  expect(box.exec(await render(control({ learn: false })))?.[0]).not.toContain("checked");
  expect(await render(control({}, true))).toContain("The demo writer takes nothing of it.");
  expect(await render(control({}))).not.toContain("The demo writer");
  expect(await render(control({ status: "not_started", enabled: false }))).not.toMatch(box);
});

test("a bot that gave up can be started and stopped from the list", async () => {
  const gaveUp = { ...bot, status: "paused", reason: "It could not write.", gaveUp: true } as const;
  const card = { ...gaveUp, summary: "Sailing", href: "/", score: null, day: "", startable: true };
  const html = await render(
    <BotList title="Bots" headingId="bots" openedBy={null} items={[card]} none="" closeHref="/" />,
  );
  expect(html).toMatch(/value="stop-bot"/);
  expect(html).toMatch(/value="start-bot"/);
});

test("the checklist is signed for the account that it names", async () => {
  const of = { analysisId: "7", username: "alice" };
  const html = await render(<ChecklistModal of={of} sandbox={false} error={null} closeTo="/" />);
  expect(html).toContain('name="as" value="@alice"');
});
