// Builds the view of /go-live: four steps with what the setup check says of each. Pure.
import type { Finding } from "~/features/doctor/finding";
import { dollars } from "~/ground/dollars";
import { costOf } from "~/ports/ai/gemini/models";
import { priceList } from "~/ports/network/call-prices";

export type StepState = "done" | "todo" | "bad";
export type Check = Omit<Finding, "copy">;

interface Step {
  state: StepState;
  checks: Check[];
}

export interface GoLiveData {
  lead: string;
  callbackUrl: string;
  writer: Step & { model: string; costs: Row[] };
  network: Step & { costs: Row[] };
  limits: Step;
  restart: Step & { lines: string[] };
}

type Row = [what: string, price: string];

interface Fetched {
  findings: readonly Finding[];
  callbackUrl: string;
  appOrigin: string;
  hasWriter: boolean;
  isOnX: boolean;
  /** 0: none. */
  dailyPostLimit: number;
  dailySpendLimit: number;
  now: number;
}

const settingOf = {
  writer: ["GEMINI_API_KEY"],
  network: ["X_API_KEY", "X_API_SECRET"],
};

export function toView(fetched: Fetched): GoLiveData {
  const { hasWriter, isOnX, callbackUrl, now } = fetched;
  const checks = fetched.findings.map(({ copy: _, ...check }) => check);
  const of = (pattern: RegExp) => checks.filter(({ id }) => pattern.test(id));
  const [writing, posting] = [of(/^(?:gemini|model)-/), of(/^(?:x-|prices$)/)];
  const rest = checks.filter((check) => !writing.includes(check) && !posting.includes(check));
  const lines = [...(hasWriter ? [] : settingOf.writer), ...(isOnX ? [] : settingOf.network)].map((name) => `${name}=`);
  const writer = stepOf(writing, hasWriter);
  const network = stepOf(posting, isOnX);
  const limits = stepOf(limitsOf(fetched), true);
  const ending = [addressOf(fetched.appOrigin), ...shortened(rest)];
  const restart = stepOf(ending, writer.state === "done" && network.state === "done");
  const done = [writer, network, limits, restart].filter(({ state }) => state === "done").length;
  return {
    lead: `${done} of 4 steps done. Only admins of this server see this page.`,
    callbackUrl,
    writer: { ...writer, model: proposedModel, costs: hasWriter ? [] : writingCosts(now) },
    network: { ...network, costs: postingCosts() },
    limits,
    restart: { ...restart, lines },
  };
}

const stepOf = (checks: Check[], isSet: boolean): Step => ({
  state: checks.some(({ state }) => state === "bad") ? "bad" : isSet ? "done" : "todo",
  checks,
});

/** Problems one by one, and one line for the rest. Checks without a subject are left to /doctor. */
function shortened(checks: readonly Check[]): Check[] {
  const good = checks.filter(({ state }) => state === "good").map(({ title }) => title);
  const wrong = checks.filter(({ state }) => state === "bad" || state === "check");
  if (good.length === 0) return wrong;
  const title = new Intl.ListFormat("en", { type: "unit" }).format(good);
  return [...wrong, { id: "rest", title, state: "good", message: "No problems found.", todo: null }];
}

function addressOf(appOrigin: string): Check {
  const about = { id: "address", title: "Address", todo: null };
  return appOrigin.startsWith("https:")
    ? { ...about, state: "good", message: `APP_ORIGIN is ${appOrigin}.` }
    : { ...about, state: "check", message: `APP_ORIGIN is ${appOrigin}. Use https to reach Linnet from elsewhere.` };
}

function limitsOf({ dailyPostLimit, dailySpendLimit }: Fetched): Check[] {
  return [
    limitOf(dailyPostLimit, {
      id: "DAILY_POST_LIMIT",
      title: `${dailyPostLimit} posts a day per account`,
      off: "No daily post limit",
      message: "",
    }),
    limitOf(dailySpendLimit, {
      id: "DAILY_SPEND_LIMIT",
      title: `${dollars(dailySpendLimit)} a day for this server`,
      off: "No daily spending limit",
      message: " When it’s reached, Linnet stops posting until the next day.",
    }),
  ];
}

function limitOf(
  limit: number,
  { id, title, off, message }: Record<"id" | "title" | "off" | "message", string>,
): Check {
  return limit === 0
    ? { id, title: off, state: "check", message: `${id} is off.`, todo: null }
    : { id, title, state: "good", message: `${id}.${message}`, todo: null };
}

const proposedModel = "gemini-3.5-flash-lite";
/** About what a batch of five takes. */
const ofBatch = { input: 1000, output: 360 };

function writingCosts(now: number): Row[] {
  const micros = costOf(ofBatch, { model: proposedModel, searched: false, now });
  if (micros === null) return [];
  return [
    ["5 tweets", `$${(micros / 1e6).toFixed(3)}`],
    ["1,000 topics a month", dollars(micros / 1000)],
  ];
}

function postingCosts(): Row[] {
  const { post, postWithLink, upload, description, postRead } = priceList;
  return [
    ["Post", dollars(post)],
    ["Post with a link", dollars(postWithLink)],
    ["Image", dollars(upload)],
    ["Alt text", dollars(description)],
    ["Metrics of a post, each time", dollars(postRead)],
    ["3 posts a day for a month, no links", dollars(90 * post)],
  ];
}
