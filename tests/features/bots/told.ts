// What a verb has changed, in short words: of the bot and its tweets, of the bot beside it, and whatever else there is.
import { expect } from "vitest";
import { botReasons, pausedByNetwork, pausedByWriter } from "~/features/bots/bot";
import { fingerprint } from "~/features/tweets/text";
import { at, differing, words } from "~tests/support/outcomes";
import { changes, type Rows } from "~tests/support/databases/rows";
import { ids } from "./world";

type Values = Record<string, unknown>;

/** Which reason it is, and what was handed to it: its words are written once, in the rule. */
export function why(reason: unknown): string {
  if (typeof reason !== "string") return "";
  const [code] = Object.entries(botReasons).find(([, one]) => one === reason) ?? [];
  if (code !== undefined) return `(${code})`;
  const inner = /: (.*?)\. /.exec(reason)?.[1] ?? "";
  if (reason === pausedByWriter(inner)) return `(writer: ${inner})`;
  return reason === pausedByNetwork(inner) ? `(network: ${inner})` : `(${reason})`;
}

const moment = "Picked at random between 14:18 and 18:18 UTC.";
const movable = ["updated_at", "state", "publish_type", "due_at", "moment_reason", "error", "placed_at"];

/** A bot's row; left out is what is as a bot begins, and its asking first where that is as it was. */
function botOf(row: Values, old: Values | undefined, now: number): string {
  const others = differing(row, old).filter((column) => !["updated_at", "review"].includes(column));
  const asks = row.review !== (old?.review ?? 0) && (row.review === 1 ? "asks from now" : "asks no more");
  // A claim alone is no change that its person would see.
  if (row.state !== "writing" && row.state !== "paused") expect(row.updated_at, "updated_at").toBe(now);
  if (row.state === "stopped")
    expect(row).toMatchObject({ due_at: null, lease_token: null, proposal_id: null, failures: 0, attempts: 0 });
  expect(row.lease_until === null || row.lease_token !== null, "a lease without a holder").toBe(true);
  if (old && others.length === 0) return words("touched", asks);
  return words(
    row.state,
    at(row.due_at, now),
    row.account_id !== 2 && `as n${String(row.account_id)}`,
    asks,
    row.learn === 1 && "learning",
    row.proposal_id !== null && `on #${String(row.proposal_id)}`,
    row.failures !== 0 && `f${String(row.failures)}`,
    row.attempts !== 0 && `a${String(row.attempts)}`,
    row.lease_token !== null && (/^[0-9a-f]{32}$/.test(String(row.lease_token)) ? "held" : row.lease_token),
    row.lease_until !== old?.lease_until && row.lease_until !== null && `for ${at(row.lease_until, now)}`,
    row.started_at === now && "begun",
    why(row.reason),
  );
}

/** A tweet that the bot has written, or that was moved: as a whole it is as tweets of its state are. */
function tweetOf(row: Values, old: Values | undefined, events: Values[], now: number): string {
  const changed = differing(row, old);
  const on = row.state === "scheduled";
  if (changed.join() !== "withdrawn") {
    if (old) expect(changed.filter((column) => !movable.includes(column))).toEqual([]);
    const kept = { updated_at: now, placed_at: on ? row.due_at : now, publish_type: on ? "scheduled" : null };
    expect(row).toMatchObject({ ...kept, account_is_own: 1, error: null, lease_token: null, withdrawn: 0 });
    expect(on ? row.moment_reason : row.due_at).toBe(on ? moment : null);
    expect(row.fingerprint).toBe(fingerprint(String(row.content)));
  }
  if (!old) expect(row).toMatchObject({ user_id: ids.alice, origin: "bot", batch_id: null, created_at: now });
  for (const event of events) expect(event).toMatchObject({ at: now, key_id: null });
  const how = events.map(({ kind, detail }) => words(kind, detail === moment ? "" : why(detail)));
  const content = old ? "" : words(`"${String(row.content)}"`, row.account_id !== 2 && `of ${String(row.account_id)}`);
  const is = words(`#${String(row.id)}`, row.state, at(row.due_at, now), row.withdrawn === 1 && "withdrawn", content);
  return words(is, ...how.map((one) => `by ${one}`));
}

/** All that is other than it was; a row that is not of a bot, its tweets and what happened to them is told column by column. */
export function told(before: Rows, after: Rows, now: number): string[] {
  const rows = (table: string) => [...after].filter(([name]) => name.startsWith(`${table} `));
  const other = (table: string) => rows(table).filter(([name, row]) => differing(row, before.get(name)).length > 0);
  const links = new Map(rows("bot_tweets").map(([, row]) => [row.tweet_id, row.bot_id]));
  const events = other("tweet_events").map(([, row]) => row);
  const known = new Set<string>();
  const parts: string[] = [];
  for (const id of [1, 2]) {
    const of: string[] = [];
    for (const [name, row] of other("bots")) {
      if (row.analysis_id !== id || row.user_id !== ids.alice) continue;
      known.add(name);
      of.push(botOf(row, before.get(name), now));
    }
    for (const [name, row] of other("tweets")) {
      if (
        links.get(row.id) !== id ||
        (!before.has(name) && !other("bot_tweets").some(([, link]) => link.tweet_id === row.id))
      )
        continue;
      const its = events.filter((event) => event.tweet_id === row.id);
      for (const event of its) known.add(`tweet_events ${String(event.id)}`);
      if (!before.has(name)) known.add(`bot_tweets ${String(row.id)}`);
      known.add(name);
      of.push(tweetOf(row, before.get(name), its, now));
    }
    parts.push(...of.map((one) => (id === 1 ? one : `beside: ${one}`)));
  }
  const lines = changes(before, after, now).filter((line) => !known.has(/^\w+ \w+/.exec(line)?.[0] ?? ""));
  return [...parts, ...lines];
}
