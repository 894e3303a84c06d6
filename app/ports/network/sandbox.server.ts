// Implements the sandbox: a small network in Linnet's own database that behaves like X.
import type { Clock } from "~/ground/time/clock.server";
import type { Log } from "~/ground/telemetry/log.server";
import { commitTogether, type Db, type Transaction } from "~db/database.server";
import { lockSandbox } from "~db/locks.server";
import { maxFigures, type Network, type NetworkTokens, type PostAnswer, ReadError } from "./port";
import { figuresOf } from "./sandbox-figures";
import * as rules from "./sandbox-rules";
import { hashOf, type SandboxConsent, sandboxLink } from "./sandbox-link.server";
import { answering, faultOfNamed, type SandboxPictures, sandboxPictures } from "./sandbox-pictures.server";
import { deletePicturesOf, givePictures } from "./store/pictures.server";
import * as queries from "./store/posts.server";

export type { SandboxConsent };

export interface Sandbox extends Network, SandboxConsent, SandboxPictures {
  readonly kind: "sandbox";
  findPost(id: string): Promise<queries.SandboxPost | null>;
}

interface SandboxSetup {
  db: Db;
  clock: Clock;
  appOrigin: string;
  weigh: (text: string) => number;
  log?: Log;
}

/** Enforces X's rules: 280 weighted, no repeats within 24 h, 100 posts in 15 min, revocable tokens. */
export function createSandbox(setup: SandboxSetup): Sandbox {
  const { db, clock, appOrigin, weigh, log } = setup;

  const tooHeavy = (text: string) => text.length > rules.maxCodeUnits || weigh(text) > rules.maxWeight;

  /** Takes one post at a time: under the lock, no two compare rates, texts or images at the same time. */
  async function accept(trx: Transaction, request: queries.PostRequest): Promise<PostAnswer> {
    await lockSandbox(trx);
    const now = clock.now();
    const state = await queries.posterStateOf(trx, request, now);
    if (!state) return rules.unauthorized(now);
    const { owner, since, posts } = state;
    const rateAfter = (more: number) => rules.rateState(now, { posts: posts + more, since });
    const rate = rateAfter(0);
    if (rate.remaining === 0) return rules.tooMany(now, rate);
    const text = request.text.trim();
    if (text === "") return rules.emptyText(now, rate);
    if (tooHeavy(request.text)) return rules.tooLong(now, rate);
    if (state.isRepeated) return rules.duplicate(now, rate);
    const fault = await faultOfNamed(trx, request, { owner, now, rate });
    if (fault) return fault;
    const id = rules.nextId(now, await queries.lastPostId(trx));
    const { replyTo = null, textHash, mediaIds } = request;
    const post = { id, sandbox_user_id: owner, text, created_at: now, text_hash: textHash };
    await queries.insertPost(trx, { ...post, reply_to: replyTo });
    if (mediaIds.length > 0) await givePictures(trx, id, mediaIds);
    return rules.created(post, now, rateAfter(1));
  }

  const post: Network["post"] = async (tokens, { text, replyTo, mediaIds = [], signal }) => {
    if (signal?.aborted) return { kind: "not_sent", detail: "stopped before it was sent" };
    const ask = { tokenHash: hashOf(tokens), text, textHash: rules.textHashOf(text), replyTo, mediaIds };
    try {
      return await commitTogether(db, (trx) => accept(trx, ask));
    } catch (error) {
      log?.error({ error }, "The sandbox could not take a post");
      return { kind: "lost", status: null, detail: "the sandbox's database failed" };
    }
  };

  async function requireOwner(tokens: NetworkTokens): Promise<string> {
    const owner = await queries.findOwner(db, hashOf(tokens));
    if (!owner) throw new ReadError("The sandbox does not know these tokens", 401);
    return owner;
  }

  const listPosts: Network["listPosts"] = async (tokens, { networkUserId, since, max }) => {
    await requireOwner(tokens);
    return queries.listPosts(db, networkUserId, max === undefined ? since : 0, max);
  };

  const readFigures: Network["readFigures"] = async (tokens, { ids, withPrivate, signal }) => {
    const known = [...new Set(ids)].filter((id) => /^\d{1,19}$/.test(id));
    if (known.length > maxFigures) throw notSent(`The sandbox tells figures of ${maxFigures} posts at most`);
    if (signal?.aborted) throw notSent("stopped before it was sent");
    if (known.length === 0) return { figures: [], gone: [] };
    const owner = await requireOwner(tokens);
    const posts = await queries.listPostsOf(db, known);
    const now = clock.now();
    const figures = posts.map((networkPost) =>
      figuresOf(networkPost, { now, withPrivate: withPrivate && networkPost.userId === owner }),
    );
    const found = new Set(posts.map(({ id }) => id));
    return { figures, gone: known.filter((id) => !found.has(id)) };
  };

  const listFigures: Network["listFigures"] = async (tokens, { networkUserId, since, withPrivate, signal }) => {
    if (signal?.aborted) throw notSent("stopped before it was sent");
    const owner = await requireOwner(tokens);
    const posts = await queries.listPosts(db, networkUserId, since);
    const ask = { now: clock.now(), withPrivate: withPrivate && networkUserId === owner };
    return { figures: posts.map((networkPost) => figuresOf(networkPost, ask)), posts: posts.length };
  };

  const revoke: Network["revoke"] = async (tokens) => {
    try {
      await queries.deleteToken(db, hashOf(tokens));
    } catch (error) {
      log?.warn({ error }, "The account's tokens could not be taken back at the sandbox");
    }
  };

  const deletePost: Network["deletePost"] = (tokens, { postId, signal }) =>
    answering({ db, log, signal }, async (trx) => {
      const now = clock.now();
      const owner = await queries.findOwner(trx, hashOf(tokens));
      if (!owner) return rules.unauthorized(now);
      const { span, deletions } = rules.deleteLimit;
      const { made, since } = await queries.countDeletions(trx, owner, now - span);
      if (made >= deletions) return rules.tooManyDeletions(now, since);
      const author = (await queries.ownersOfPosts(trx, [postId])).get(postId);
      if (!author) return rules.notFound(now);
      if (author !== owner) return rules.notYours(now);
      await queries.deletePost(trx, postId, now);
      await deletePicturesOf(trx, postId);
      return rules.deleted(now);
    });

  const findPost: Sandbox["findPost"] = (id) => queries.findPost(db, id);

  const postUrl: Network["postUrl"] = (username, postId) =>
    `${appOrigin}/sandbox/${encodeURIComponent(username)}/status/${encodeURIComponent(postId)}`;

  const link = sandboxLink({ db, clock, appOrigin });
  const pictures = sandboxPictures({ db, clock, log });
  const writing = { post, deletePost, ...pictures };
  return { kind: "sandbox", ...link, ...writing, listPosts, readFigures, listFigures, revoke, findPost, postUrl };
}

const notSent = (detail: string) => new ReadError(detail, null, { isSent: false });
