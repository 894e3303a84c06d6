// What the fake X answers to each address: X's rules, and the forms of body and header that X was seen to use.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { form, type Headers, invalid, json, problem, v1Error } from "./fake-x-bodies";
import type { Answer, Fault } from "./fake-x-faults";
import { type FigureRules, figureTeller, type TrueFigures } from "./fake-x-figures";
import { readSigned } from "./fake-x-oauth";
import { type FakeUser, type FakeWorld, weightOf, wirePost } from "./fake-x-world";
import { writingAnswers, type WritingRules } from "./fake-x-writing";
import { ReadMeter } from "../read-meter";

export interface FakeXRules extends FigureRules, WritingRules {
  apiKey: string;
  apiSecret: string;
  /** The callback addresses the app registered; null: any. */
  callbacks: string[] | null;
  accessLevel: "read" | "read-write" | "read-write-directmessages";
  /** Posts a person may make in `limitSpanMs`. */
  limit: number;
  limitSpanMs: number;
  /** Posts on one page of a list, at most what was asked for. */
  pageSize: number;
  /** How long a post takes to appear in its author's list. */
  listLagMs: number;
  duplicateGuard: boolean;
  gzip: "never" | "when-asked" | "always";
}

export interface SeenRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** The same as it came: a picture is no text. */
  bytes: Buffer;
}

export async function readRequest(req: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const url = new URL(req.url ?? "/", "http://fake.invalid");
  const bytes = Buffer.concat(chunks);
  const { method = "GET", headers } = req;
  return { method, path: url.pathname, query: url.searchParams, headers, body: bytes.toString("utf8"), bytes };
}

interface CreateRequest {
  text?: unknown;
  reply?: { in_reply_to_tweet_id: string };
  media?: { media_ids: string[] };
}

interface Setup {
  rules: FakeXRules;
  world: FakeWorld;
  now: () => number;
  /** What a test set of a post's figures. */
  set?: ReadonlyMap<string, Partial<TrueFigures>>;
  meter?: ReadMeter;
}

const titles: Record<number, string> = {
  401: "Unauthorized",
  403: "Forbidden",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** The answer a fault asks for in place of X's own. */
export function answerOf(fault: Fault): Answer {
  const status = fault.status ?? 500;
  const title = titles[status] ?? "Error";
  if (fault.body === undefined) return problem(status, title, title, fault.headers);
  if (typeof fault.body !== "string") return json(status, fault.body, fault.headers);
  return { status, headers: { "content-type": "text/html", ...fault.headers }, body: fault.body };
}

/** Answers requests by X's rules; it takes posts and hands out tokens in `world`. */
export function answerAs({
  rules,
  world,
  now,
  set = new Map(),
  meter = new ReadMeter(),
}: Setup): (seen: SeenRequest) => Answer {
  const { tell, tellOf } = figureTeller({ rules, world, now, set });
  const spans = new Map<string, { startedAt: number; used: number }>();

  function spend(key: string, limit: number): { headers: Headers; isOver: boolean } {
    const known = spans.get(key);
    const span = known && known.startedAt > now() - rules.limitSpanMs ? known : { startedAt: now(), used: 0 };
    spans.set(key, span);
    span.used += 1;
    const headers = {
      "x-access-level": rules.accessLevel,
      "x-rate-limit-limit": String(limit),
      "x-rate-limit-remaining": String(Math.max(0, limit - span.used)),
      "x-rate-limit-reset": String(Math.ceil((span.startedAt + rules.limitSpanMs) / 1_000)),
    };
    return { headers, isOver: span.used > limit };
  }

  const writing = writingAnswers({ rules, world, now, spend });

  function signedOf(seen: SeenRequest) {
    const url = new URL(`https://api.x.com${seen.path}?${seen.query}`);
    const isForm = seen.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
    const signed = readSigned(seen.method, url, seen.headers.authorization ?? "", isForm ? seen.body : "");
    return signed?.consumerKey === rules.apiKey ? signed : null;
  }

  function userOf(seen: SeenRequest): FakeUser | null {
    const signed = signedOf(seen);
    const known = signed?.token ? world.accessOf(signed.token) : null;
    return known && signed?.isSignedWith(rules.apiSecret, known.pair.secret) ? known.user : null;
  }

  function requestToken(seen: SeenRequest): Answer {
    const signed = signedOf(seen);
    if (!signed?.isSignedWith(rules.apiSecret, "")) return v1Error(401, 32, "Could not authenticate you.");
    const callback = new URLSearchParams(seen.body).get("oauth_callback") ?? "";
    const hint = "Approved callback URLs can be adjusted in your application settings";
    if (rules.callbacks && !rules.callbacks.includes(callback))
      return v1Error(403, 415, `Callback URL not approved for this client application. ${hint}`);
    const { token, secret } = world.beginLink(callback);
    return form({ oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: "true" });
  }

  function accessToken(seen: SeenRequest): Answer {
    const signed = signedOf(seen);
    const request = signed?.token ? world.openRequest(signed.token) : null;
    const text = (body: string): Answer => ({ status: 401, headers: { "content-type": "text/html" }, body });
    if (!request || !signed?.isSignedWith(rules.apiSecret, request.secret)) return text("Invalid request token.");
    const done = world.finishLink(request, new URLSearchParams(seen.body).get("oauth_verifier") ?? "");
    if (!done) return text("Error processing your OAuth request: Invalid oauth_verifier parameter");
    const { pair, user } = done;
    const fields = {
      oauth_token: pair.token,
      oauth_token_secret: pair.secret,
      user_id: user.id,
      screen_name: user.username,
    };
    return form(fields, { "x-access-level": rules.accessLevel });
  }

  function createPost(seen: SeenRequest, user: FakeUser): Answer {
    const { headers, isOver } = spend(`post ${user.id}`, rules.limit);
    if (isOver) return problem(429, "Too Many Requests", "Too Many Requests", headers);
    const { text, reply, media } = JSON.parse(seen.body) as CreateRequest;
    if (typeof text !== "string" || text.trim() === "") return invalid("The `text` of a Tweet can not be empty.");
    const tooLong = "Your Tweet text is too long. For more information on how Twitter determines text length see";
    if (weightOf(text) > 280)
      return problem(400, "Bad Request", `${tooLong} https://github.com/twitter/twitter-text.`, headers);
    const duplicate = "You are not allowed to create a Tweet with duplicate content.";
    if (rules.duplicateGuard && world.isDuplicate(user, text)) return problem(403, "Forbidden", duplicate, headers);
    const [replyTo, mediaIds] = [reply?.in_reply_to_tweet_id, media?.media_ids ?? []];
    const refusal = writing.refusalOf(user, replyTo, mediaIds);
    if (refusal) return refusal;
    const extras = { ...(replyTo === undefined ? {} : { replyTo }), ...(mediaIds.length > 0 ? { mediaIds } : {}) };
    const post = world.accept(user, text, now(), extras);
    return json(201, { data: { id: post.id, edit_history_tweet_ids: [post.id], text: wirePost(post).text } }, headers);
  }

  const fieldsOf = (seen: SeenRequest) => seen.query.get("tweet.fields")?.split(",") ?? [];
  const withErrors = (errors: object[]) => (errors.length > 0 ? { errors } : {});

  function lookUp(seen: SeenRequest, user: FakeUser): Answer {
    const { headers, isOver } = spend(`look up ${user.id}`, 5_000);
    if (isOver) return problem(429, "Too Many Requests", "Too Many Requests", headers);
    const ids = seen.query.get("ids")?.split(",") ?? [];
    if (ids.length < 1 || ids.length > 100 || !ids.every((id) => /^\d{1,19}$/.test(id)))
      return invalid("Invalid 'ids'");
    const { data, errors } = tellOf(ids, fieldsOf(seen), user);
    meter.show(data, now());
    return json(200, { ...(data.length > 0 ? { data } : {}), ...withErrors(errors) }, headers);
  }

  function listPosts(seen: SeenRequest, userId: string, viewer: FakeUser): Answer {
    const { headers, isOver } = spend(`list ${userId}`, 900);
    if (isOver) return problem(429, "Too Many Requests", "Too Many Requests", headers);
    const start = seen.query.get("start_time");
    if (start !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(start)) return invalid("Invalid 'start_time'");
    const asked = Number(seen.query.get("max_results") ?? 10);
    if (!(asked >= 5 && asked <= 100)) return invalid("Invalid 'max_results'");
    const from = Number(seen.query.get("pagination_token")?.replace("page-from-", "") ?? 0);
    const size = Math.min(asked, rules.pageSize);
    const isShown = ({ createdAt }: { createdAt: number }) =>
      createdAt <= now() - rules.listLagMs && Math.floor(createdAt / 1_000) * 1_000 >= (start ? Date.parse(start) : 0);
    const all = world.posts
      .filter((post) => post.userId === userId && isShown(post) && !world.isDeleted(post.id))
      .sort((a, b) => b.createdAt - a.createdAt || Number(BigInt(b.id) - BigInt(a.id)));
    const page = all.slice(from, from + size);
    if (page.length === 0) return json(200, { meta: { result_count: 0 } }, headers);
    const next = from + size < all.length ? { next_token: `page-from-${from + size}` } : {};
    const meta = { result_count: page.length, newest_id: page[0]?.id, oldest_id: page.at(-1)?.id, ...next };
    const { data, errors } = tell(page, fieldsOf(seen), viewer);
    const isOwn = viewer.id === userId && viewer.username.toLowerCase() === rules.owner?.toLowerCase();
    meter.show(data, now(), isOwn ? "own" : "post");
    return json(200, { ...(data.length > 0 ? { data } : {}), meta, ...withErrors(errors) }, headers);
  }

  return (seen) => {
    const place = `${seen.method} ${seen.path}`;
    if (place === "POST /oauth/request_token") return requestToken(seen);
    if (place === "POST /oauth/access_token") return accessToken(seen);
    const user = userOf(seen);
    if (!user) return problem(401, "Unauthorized", "Unauthorized");
    if (place === "POST /2/tweets") return createPost(seen, user);
    if (place === "POST /2/media/upload") return writing.upload(seen, user);
    if (place === "POST /2/media/metadata") return writing.describe(seen, user);
    const taken = /^DELETE \/2\/tweets\/(\d+)$/.exec(place)?.[1];
    if (taken) return writing.remove(taken, user);
    const listed = /^GET \/2\/users\/(\d+)\/tweets$/.exec(place)?.[1];
    if (listed) return listPosts(seen, listed, user);
    if (place === "GET /2/tweets") return lookUp(seen, user);
    if (place === "GET /2/users/me") {
      const image = { profile_image_url: `https://pbs.twimg.com/profile_images/${user.id}/normal.jpg` };
      const asked = seen.query.get("user.fields")?.includes("profile_image_url");
      return json(200, { data: { ...user, ...(asked ? image : {}) } }, spend(`me ${user.id}`, 75).headers);
    }
    if (place === "POST /1.1/oauth/invalidate_token") {
      const token = signedOf(seen)?.token ?? "";
      world.revoke(token);
      return json(200, { access_token: token });
    }
    return problem(404, "Not Found", "Not Found");
  };
}
