// The simulated network: takes posts into a log of its own, shows them late, and answers as the weather has it.
import { seconds } from "~/ground/time/duration";
import { type Network, type PostAnswer, ReadError } from "~/ports/network/port";
import { answered } from "~tests/support/fakes/faulty-network";
import { ReadMeter } from "~tests/support/read-meter";
import type { Random } from "../crash/random";
import type { SimClock } from "./clock";
import type { Connection } from "./disk";
import { type SimFigures, simFigures } from "./figures";
import { simWriting } from "./writing";
import { answerIn, drawFate, maxAccept, type Spell, type SpellKind } from "./weather";

/** Answers the tweet's id. */
export type OnCall = (account: string, text: string, replyTo: string | undefined) => number;

/** One post that the network took. */
export interface Truth {
  postId: string;
  tweetId: number;
  /** The network's id of the account. */
  account: string;
  text: string;
  replyTo: string | undefined;
  acceptedAt: number;
  visibleAt: number;
  /** The server's wall clock at the call. */
  calledAt: number;
}

type Sent = Pick<Truth, "account" | "text" | "tweetId" | "replyTo">;

interface InFlight {
  by: Connection;
  text: string | null;
  deliver: () => void;
  cancel: () => void;
  truth: Truth | null;
  frozen: boolean;
}

export interface SimNetwork extends SimFigures {
  truth: Truth[];
  spells: Spell[];
  badness: number;
  calls: number;
  fates: Map<string, number>;
  /** How often an account's posts could not be read. */
  unreadable: Map<string, number>;
  /** The network as the process behind `by` sees it; `onCall` is told of each post before it is taken. */
  face(by: Connection, onCall: OnCall): Network;
  /** The process behind `by` is gone, and its sockets with it. */
  hangUp(by: Connection): void;
  /** The answers under way reach their process only when one of the same words is sent again, or much later. */
  freeze(): void;
}

/** X refuses a signature whose time is further off than this. */
const maxSkew = seconds(300);
const frozenFor = seconds(1200);
const epoch = 1_288_834_974_657;

export function simNetwork(clock: SimClock, random: Random): SimNetwork {
  const inFlight = new Set<InFlight>();
  let posts = 0;
  const isIn = (kind: SpellKind, account: string) => spellOf((spell) => spell.kind === kind, account) !== null;
  const spellOf = (test: (spell: Spell) => boolean, account: string): Spell | null => {
    const now = clock.world();
    const reaches = (spell: Spell) => spell.from <= now && now < spell.to && (spell.account ?? account) === account;
    return network.spells.find((spell) => reaches(spell) && test(spell)) ?? null;
  };
  const isClockWrong = () => Math.abs(clock.skew()) > maxSkew;

  /** Delivers after `ms`, unless the process behind `by` dies before. */
  function under(by: Connection, ms: number, text: string | null, truth: Truth | null, give: () => void): InFlight {
    const deliver = () => {
      call.cancel();
      if (inFlight.delete(call) && !by.isDead()) give();
    };
    const call: InFlight = { by, text, truth, deliver, frozen: false, cancel: clock.at(clock.world() + ms, deliver) };
    inFlight.add(call);
    return call;
  }

  /** Its socket is gone: from here on the network has no more than its longest time to take the post. */
  function close(call: InFlight): void {
    inFlight.delete(call);
    call.cancel();
    const tooLate = (call.truth?.acceptedAt ?? 0) - (clock.world() + maxAccept);
    if (!call.truth || tooLate <= 0) return;
    call.truth.acceptedAt -= tooLate;
    call.truth.visibleAt -= tooLate;
  }

  const laterBy = (by: Connection) => (ms: number, give: () => void) => {
    const call = under(by, ms, null, null, give);
    return { drop: () => close(call) };
  };

  function take({ account, text, tweetId, replyTo }: Sent, acceptedIn: number, lag: number): Truth {
    const acceptedAt = Math.round(clock.world() + acceptedIn);
    posts += 1;
    // As X's ids: the time, and in the last bits what tells posts of one millisecond apart.
    const postId = String((BigInt(acceptedAt - epoch) << 22n) + BigInt(posts % 4_194_304));
    const visibleAt = Math.round(acceptedAt + lag);
    const truth = { postId, tweetId, account, text, replyTo, acceptedAt, visibleAt, calledAt: clock.now() };
    network.truth.push(truth);
    return truth;
  }

  function decide(sent: Sent, timeoutMs: number) {
    const { account, text } = sent;
    const spell = spellOf(({ kind }) => kind !== "unreadable", account);
    const refusal = spell && answerIn(spell, random);
    const wrong = isClockWrong()
      ? answered(401, { errors: [{ code: 135, message: "Timestamp out of bounds." }] })
      : null;
    const answer = spell?.kind === "no line" ? refusal : (wrong ?? refusal);
    if (answer)
      return { answer, answeredIn: random.between(10, seconds(1)), truth: null, kind: spell?.kind ?? "clock" };
    const fate = drawFate(random, network.badness, timeoutMs);
    const truth = fate.acceptedIn === null ? null : take(sent, fate.acceptedIn, fate.lag);
    const created = (): PostAnswer => answered(201, { data: { id: truth?.postId, text } });
    return { ...fate, answer: fate.answer === "201" ? created() : fate.answer, truth };
  }

  /** What keeps an account's posts from being read just now, as X would say it. */
  function obstacleOf(account: string): PostAnswer | null {
    const spell = spellOf(() => true, account);
    if (spell?.kind === "no line") return answerIn(spell, random);
    if (isClockWrong()) return answered(401, { errors: [{ code: 135, message: "Timestamp out of bounds." }] });
    if (spell?.kind === "unreadable") return answered(503, { title: "Service Unavailable" });
    return spell && answerIn(spell, random);
  }

  const network: SimNetwork = {
    truth: [],
    spells: [],
    badness: 0,
    calls: 0,
    fates: new Map(),
    unreadable: new Map(),
    deleted: new Set(),
    owner: null,
    meter: new ReadMeter(),
    figureFates: new Map(),
    face: (by, onCall) => ({
      kind: "x",
      async post(tokens, { text, replyTo, timeoutMs, signal }) {
        const account = tokens.accessToken;
        network.calls += 1;
        const tweetId = onCall(account, text, replyTo);
        const { answer, answeredIn, truth, kind } = decide({ account, text, tweetId, replyTo }, timeoutMs);
        network.fates.set(kind, (network.fates.get(kind) ?? 0) + 1);
        for (const call of [...inFlight]) if (call.frozen && call.text === text) call.deliver();
        return new Promise<PostAnswer>((resolve) => {
          const give = (what: PostAnswer) => {
            signal?.removeEventListener("abort", truncate);
            resolve(what);
          };
          const call = under(by, Math.min(answeredIn, timeoutMs), text, truth, () => give(answer));
          const truncate = () => {
            if (!inFlight.has(call)) return;
            close(call);
            give({ kind: "lost", status: null, detail: "aborted" });
          };
          signal?.addEventListener("abort", truncate);
        });
      },
      async listPosts(tokens, { networkUserId, since }) {
        const now = clock.world();
        const account = tokens.accessToken;
        const unreadable =
          account !== networkUserId ||
          isClockWrong() ||
          (["no line", "unreadable", "unauthorized"] as const).some((kind) => isIn(kind, account));
        if (unreadable) network.unreadable.set(account, (network.unreadable.get(account) ?? 0) + 1);
        const seen = network.truth
          .filter((post) => post.account === account && post.visibleAt <= now && post.acceptedAt >= since)
          .filter((post) => !network.deleted.has(post.postId))
          .map(({ postId: id, text, replyTo, acceptedAt: createdAt }) => ({
            id,
            text,
            createdAt,
            ...(replyTo === undefined ? {} : { replyTo }),
          }))
          .sort((a, b) => b.createdAt - a.createdAt);
        return new Promise((resolve, reject) => {
          const give = () => (unreadable ? reject(new ReadError("the posts can't be read", 503)) : resolve(seen));
          under(by, random.between(20, seconds(3)), null, null, give);
        });
      },
      ...simFigures({ network, random, world: () => clock.world(), obstacleOf, later: laterBy(by) }),
      ...simWriting({ network, random, obstacleOf, later: laterBy(by) }),
      // The request's secret is the account's id: whoever asks to link says by it who they are.
      beginLink: async ({ callbackUrl }) => {
        const requestToken = `request ${random.next()}`;
        return { requestToken, requestSecret: "secret", authorizeUrl: `${callbackUrl}?oauth_token=${requestToken}` };
      },
      finishLink: async ({ verifier: id }) => ({
        tokens: { accessToken: id, accessSecret: "secret" },
        profile: { id, username: `u${id}`, displayName: `U ${id}`, imageUrl: null },
      }),
      revoke: async () => undefined,
      postUrl: (username, postId) => `https://x.com/${username}/status/${postId}`,
    }),
    hangUp(by) {
      for (const call of [...inFlight]) if (call.by === by) close(call);
    },
    freeze() {
      for (const call of inFlight) {
        call.cancel();
        call.frozen = true;
        call.cancel = clock.at(clock.world() + frozenFor, call.deliver);
      }
    },
  };
  return network;
}
