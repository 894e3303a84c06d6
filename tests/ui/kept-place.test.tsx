// What HTML does not tell of a part: whether a press keeps the place of the page, takes the address's place or loads anew.
import type { ElementType, ReactElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ProductComposer } from "~/features/analysis/composer";
import { BotList } from "~/features/bots/bot-list";
import { BotRuns } from "~/features/bots/bot-runs";
import ChecklistModal from "~/features/bots/checklist-modal";
import { BotControl } from "~/features/bots/control";
import { Composer } from "~/features/generation/composer";
import { Example } from "~/features/generation/example";
import { ConnectNotice, LoginNotice } from "~/features/generation/notices";
import { RecentBatches } from "~/features/generation/recent-batches";
import { ErrorState, NoTweets, Waiting } from "~/features/generation/waiting";
import { Wire } from "~/features/generation/wire";
import { proposal, type State, states } from "./bot-states";
import { render } from "./render";

const { made } = vi.hoisted(() => ({ made: [] as { type: ElementType; props: Record<string, unknown> }[] }));

vi.mock("react/jsx-dev-runtime", async (importOriginal) => {
  const real = await importOriginal<{ jsxDEV(...all: unknown[]): unknown }>();
  const jsxDEV = (type: ElementType, props: Record<string, unknown>, ...rest: unknown[]) => {
    made.push({ type, props });
    return real.jsxDEV(type, props, ...rest);
  };
  return { ...real, jsxDEV };
});

beforeEach(() => void (made.length = 0));

/** The two that do what stands in no HTML. */
function nameOf(type: ElementType): string | null {
  const { displayName, name } = type as { displayName?: string; name?: string };
  return displayName === "Form" ? "form" : name === "Link" ? "link" : null;
}

/** By form or address, how a press of it is followed; each once. */
async function pressesOf(parts: readonly ReactElement[]): Promise<Record<string, string>> {
  for (const part of parts) await render(part);
  const presses: Record<string, string> = {};
  for (const { type, props } of made) {
    const name = nameOf(type);
    if (name === null) continue;
    const how = ["preventScrollReset", "replace", "reloadDocument"].filter((one) => props[one] === true).join(" ");
    const what = name === "form" ? "form" : String(props.to);
    if (presses[what] !== undefined && presses[what] !== how) throw new Error(`${what} is pressed in two ways`);
    presses[what] = how;
  }
  return presses;
}

const keeps = "preventScrollReset";
const bot: State = { ...states["waits for an approval"], proposal, reason: "Please connect the account again." };
const card = { ...bot, analysisId: "7", summary: "Sailing", href: "/a?analysis=7", score: null, day: "19 Nov" };
const editHref = (id: number) => `/bot?edit=${id}`;
const viewer = { signedIn: true, accounts: 1, hasDefault: true };
const account = { name: "Alice", username: "alice", state: "active" as const };
const ways = { inputHref: "/generate", sampleHref: "/generate?sample=1", refresh: null };
const batch = { href: "/b/1", topic: "birds", when: "Today", whenIso: "2026-11-19T10:11:00Z", count: 1 };
const moments = { now: 618, windowFrom: 858, windowTo: 1_098, lands: 997 };

test.each<[string, ReactElement[], Record<string, string>]>([
  [
    "a list of bots",
    [<BotList title="" headingId="all" openedBy={null} none="" closeHref="/bot" items={[card]} />],
    { form: keeps, "/bot": keeps, "/a?analysis=7": "", "/accounts/connect": "" },
  ],
  [
    "a person's own bots",
    [<BotRuns bots={[card]} sandbox={false} editHref={editHref} />],
    { form: keeps, "/bot?edit=31": keeps, "/a?analysis=7": "", "/accounts/connect": "" },
  ],
  [
    "Bot Control",
    [
      <BotControl
        of={{ ...bot, analysisId: "7", learn: true, perDay: 1, usernames: [] }}
        {...{ sandbox: false, writer: "Gemini", editHref, activeHref: "/active", historyHref: "/history" }}
      />,
    ],
    {
      ...{ form: keeps, "/bot?edit=31": keeps, "/accounts/connect": "" },
      ...{ "/active#active-bots": keeps, "/history#all-bots": keeps },
    },
  ],
  [
    "the checklist",
    [<ChecklistModal of={{ analysisId: "7", username: "alice" }} sandbox error={null} closeTo="/bot" />],
    { form: keeps, "/bot": keeps },
  ],
  [
    "the question for a product",
    [<ProductComposer value="" missing="" exampleHref={(name) => `/${name}`} />],
    { form: "", ...Object.fromEntries(["/saas", "/shop", "/app", "/service"].map((to) => [to, `${keeps} replace`])) },
  ],
  [
    "the question for a topic",
    [<Composer viewer={viewer} account={account} accountsHref="/accounts" hasVoice />],
    { form: "", "/accounts": keeps, "/settings/voice": "" },
  ],
  [
    "what stands in the place of tweets",
    [
      <Waiting elapsed={0} againHref="/again" />,
      <ErrorState error="" retryHref="/retry" />,
      <NoTweets test={false} {...ways} />,
      <NoTweets test {...ways} />,
      <LoginNotice signInHref="/in" createHref="/new" />,
      <ConnectNotice connectHref="/connect" />,
      <Example topic="birds" askHref="/ask" sampleHref="/" />,
      <Example topic="birds" askHref={null} sampleHref="/sample" />,
    ],
    {
      ...{ "/again": "reloadDocument", "/retry": "reloadDocument", "/generate": "", "/generate?sample=1": keeps },
      ...{ "/in": keeps, "/new": keeps, "/connect": "", "/ask": keeps, "/sample": "" },
    },
  ],
  [
    "topics and the wire",
    [
      <RecentBatches batches={[batch]} allHref="/all" />,
      <RecentBatches batches={[batch]} pages={{ newer: "/newer", older: "/older" }} />,
      <Wire moments={moments} zone={{ name: "UTC", chooseHref: "/zone" }} quiet={null} window="" />,
    ],
    { "/all": keeps, "/b/1": "", "/newer": keeps, "/older": keeps, "/zone": keeps },
  ],
])("%s keep the place and the address of the page as they are meant to", async (_, parts, presses) => {
  expect(await pressesOf(parts)).toEqual(presses);
});
