// Every address that can be read, each with every choice it knows and with each two of them at once.
import { routes } from "../../app/routes.table.js";

const ago = (days) => new Date(Date.now() - days * 86_400_000).toISOString();
/** Found at once, found late, never found; and several words. */
const searches = ["thought", "99991", "nowhere", "small shop 77", "Käse"];

/** The paths of the app's own table; the API's stand in its own description. */
export function pagePaths() {
  const paths = [];
  routes((build) => build((path) => void paths.push(path.replace(/^\//, "")), {}));
  return paths.filter((path) => !path.includes("*"));
}

const panels = ["sidebar", "settings", "help", "keys", "success", "password", "everywhere", "leave", "night"];

/** What a page's address may say besides, by its path; a page that isn't here is asked for as it is. */
const choicesOf = (vast) => {
  const tweet = [vast.tweets.drafts, vast.tweets.posts, vast.tweets.scheduled, vast.tweets.failed];
  return {
    generate: { panel: panels, batch: [vast.batchId], topics: ["all"] },
    timeline: {
      week: [-4, 1],
      view: ["list", "month", "week"],
      account: ["all"],
      before: [`${Date.now() - 30 * 86_400_000}-${vast.tweets.posts + 5_000}`],
      tweet,
      edit: ["1"],
      move: ["1"],
      delete: ["1"],
      grid: ["open"],
      schedule: ["7"],
      write: ["1"],
    },
    ideas: {
      q: searches,
      state: ["failed", "open", "bin"],
      view: ["topics"],
      topic: [vast.batchId],
      account: [vast.accountId],
      before: [vast.middle, `${Date.now()}-${vast.tweets.binned}`, vast.batchId],
      tweet,
      schedule: ["7"],
      chosen: [Array.from({ length: 30 }, (_, n) => vast.middle + n).join(",")],
    },
    worked: {
      age: ["24h", "7d"],
      period: [7, 30, 90],
      sort: ["date", "rate", "views"],
      page: [100],
      chosen: ["off"],
      tweet: [vast.tweets.posts],
    },
    "worked/export": { account: [vast.accountId] },
    bot: { step: ["1"] },
    "product-analyse": {
      analysis: [vast.analysisId],
      active: ["1"],
      history: ["1"],
      from: [200],
      checklist: [vast.analysisId],
    },
    "settings/export": { format: ["json", "csv"] },
    "settings/voice": { account: [vast.accountId] },
    "settings/hours": { account: [vast.accountId] },
    "settings/programs": { webhook: [vast.webhookId], step: ["new"] },
    admin: { page: [2], who: ["bench"], before: [9], kind: ["sign_in"] },
  };
};

/** What stands for a `:name` or `{name}` in a path. Throws where nobody said what it is. */
function inPath(path, vast) {
  const named = {
    user_id: vast.userId,
    account_id: vast.accountId,
    batch_id: vast.batchId,
    task_id: vast.taskId,
    analysis_id: vast.analysisId,
    webhook_id: vast.webhookId,
    media_id: "00000000-0000-4000-8000-000000000000",
    handle: "nobody",
    post_id: "1",
    tweet_id: vast.tweets.drafts,
  };
  return path.replace(/\{(\w+)\}|:(\w+)/g, (_, braced, colon) => {
    const value = named[braced ?? colon];
    if (value === undefined) throw new Error(`Nothing stands for ${braced ?? colon} in ${path}`);
    return String(value);
  });
}

/** The values that a parameter of the API is tried with. Throws for one that nobody foresaw. */
function valuesOf({ name, schema }, vast) {
  if (name === "user_id") return [];
  if (name === "q") return searches;
  if (name === "account") return [vast.accountId];
  if (name === "batch") return [vast.batchId];
  if (name === "cursor") return [];
  if (name === "offset") return [800];
  if (name === "before") return [vast.middle];
  if (name === "wait") return [0];
  if (schema.const) return [schema.const];
  if (schema.enum) return schema.enum;
  if (schema.format === "date-time") return [name === "to" ? ago(5) : ago(70)];
  // Of a list of words each alone, and the first two.
  const words = /^\^\(([\w|]+)\)\(,/.exec(schema.pattern ?? "")?.[1]?.split("|");
  if (words) return [...words, words.slice(0, 2).join(",")];
  if (schema.maximum && schema.type === "integer") return [schema.maximum];
  throw new Error(`Nothing stands for the parameter ${name}`);
}

/** Each value alone, and each two of different names; the address as it is, first. */
function* pairsOf(path, choices) {
  const all = Object.entries(choices).flatMap(([name, values]) => values.map((value) => [name, String(value)]));
  const to = (...pairs) => (pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`);
  yield to();
  for (const [n, one] of all.entries()) {
    yield to(one);
    for (const other of all.slice(n + 1)) if (other[0] !== one[0]) yield to(one, other);
  }
}

/** Every address of pages and of the API (by its OpenAPI description), with the path of the table that it is of. */
export function* addressesOf(openapi, vast) {
  const choices = choicesOf(vast);
  const known = pagePaths();
  const unknown = Object.keys(choices).filter((path) => !known.includes(path));
  if (unknown.length > 0) throw new Error(`There is no page ${unknown.join(", ")}`);
  for (const path of known)
    for (const address of pairsOf(`/${inPath(path, vast)}`, choices[path] ?? {})) yield { of: `/${path}`, address };
  for (const [path, { get }] of Object.entries(openapi.paths)) {
    if (!get) continue;
    const named = path.includes("{tweet_id}") ? Object.values(vast.tweets) : [vast.tweets.drafts];
    const asked = (get.parameters ?? []).filter((one) => one.in === "query");
    const values = Object.fromEntries(asked.map((one) => [one.name, valuesOf(one, vast)]));
    for (const drafts of named)
      for (const address of pairsOf(inPath(path, { ...vast, tweets: { drafts } }), values))
        yield { of: `GET ${path}`, address, isApi: true };
  }
}
