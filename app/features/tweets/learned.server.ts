// Picks example texts of one account for the writer: posts by reception, and handled drafts.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import type { Examples } from "~/ports/ai/examples";
import * as queries from "./store/learned.server";
import { fingerprint } from "./text";
import { firstWords } from "./text.server";

const within = days(60);
const limit = 5;
const maxReceived = 3;
const maxShown = 280;

export interface Shown {
  well: number[];
  less: number[];
}

export const readShown = (json: string | null): Shown =>
  json === null ? { well: [], less: [] } : (JSON.parse(json) as Shown);

export function joinShown(json: string | null, more: Shown | null): string | null {
  if (more === null) return json;
  const { well, less } = readShown(json);
  const joined: Shown = { well: [...new Set([...well, ...more.well])], less: [...new Set([...less, ...more.less])] };
  return JSON.stringify(joined);
}

interface Sources {
  /** Undefined uses the user's setting; a bot passes its own. */
  received: boolean | undefined;
  kept: boolean;
}

/** Drafts of the last 60 days. No text appears twice. Null if nothing may be shown or nothing was found. */
export async function listExamples(
  app: Pick<App, "db" | "clock">,
  owner: { userId: string; accountId: number },
  sources: Sources,
): Promise<{ examples: Examples; shown: Shown } | null> {
  const received = sources.received ?? (await queries.isReceivedShown(app.db, owner.userId));
  const posts = received ? await queries.listReceived(app.db, owner) : [];
  const news = newTexts();
  const well = news.of(posts.filter((post) => post.received === "well")).slice(0, maxReceived);
  const less = news.of(posts.filter((post) => post.received === "less")).slice(0, maxReceived);
  const learned = sources.kept ? await listLearned(app, owner, news) : { kept: [], edited: [], discarded: [] };
  const examples = { well: well.map(({ text }) => text), less: less.map(({ text }) => text), ...learned };
  if (Object.values(examples).every((list) => list.length === 0)) return null;
  return { examples, shown: { well: well.map(({ id }) => id), less: less.map(({ id }) => id) } };
}

type Learned = Pick<Examples, "kept" | "edited" | "discarded">;

async function listLearned(app: Pick<App, "db" | "clock">, owner: Whose, news: NewTexts): Promise<Learned> {
  const which = { ...owner, since: app.clock.now() - within, limit: limit + 2 * maxReceived };
  const edits = (await queries.listEdited(app.db, which))
    .map(({ before, after }) => ({ before: shorten(before), after: shorten(after) }))
    .filter(({ before, after }) => news.areNew([before, after]))
    .slice(0, limit);
  const kept = (await queries.listPostedAsWritten(app.db, which)).map(shorten).filter((text) => news.areNew([text]));
  const discarded = (await queries.listDiscardedTexts(app.db, which))
    .map(shorten)
    .filter((text) => news.areNew([text]));
  return { edited: edits, kept: kept.slice(0, limit), discarded: discarded.slice(0, limit) };
}

type Whose = Parameters<typeof listExamples>[1];
type NewTexts = ReturnType<typeof newTexts>;

const shorten = (text: string): string => firstWords(text, maxShown);

function newTexts() {
  const seen = new Set<string>();
  const areNew = (texts: readonly string[]): boolean => {
    const prints = texts.map(fingerprint);
    if (prints.some((print) => print === "" || seen.has(print))) return false;
    for (const print of prints) seen.add(print);
    return true;
  };
  const of = (posts: readonly { id: number; content: string }[]) =>
    posts.map(({ id, content }) => ({ id, text: shorten(content) })).filter(({ text }) => areNew([text]));
  return { areNew, of };
}

export const listShownPosts = (
  app: Pick<App, "db">,
  userId: string,
  { well, less }: Shown,
): Promise<Map<number, string>> => queries.listContents(app.db, userId, [...well, ...less]);
