// The person at the screen: asks for each tweet until the server has taken it, and asks again after a crash.
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "./random";
import type { Template } from "./template";

export interface Wish {
  id: number;
  text: string;
  /** `soon`: by the form of a screen, where Post Now waits five seconds. */
  way: "now" | "timeline" | "soon";
  account: string;
  /** How long after a start the person comes to it. */
  afterMs: number;
  /** The server has said that it has it. */
  taken: boolean;
  /** The server has said that it surely isn't out, and the person left it at that. */
  refused: boolean;
  /** Asked twice at the same time, as by a double click. */
  twice: boolean;
}

export interface People {
  wishes: Wish[];
  /** Answers that nobody should get. */
  oddities: string[];
  /** Asks for everything that isn't taken; ends when all is, or the servers are gone. */
  act(origins: string[], signal: AbortSignal): Promise<void>;
  /** Wants it now rather than later: another random moment, which lies near. */
  redraw(id: number, origin: string): Promise<void>;
  /** The same of a thread's next part: stopped, and let go on, it is due at once. */
  stopThread(id: number, origin: string): Promise<void>;
  /** One that the person has stopped goes on. */
  continueThread(id: number, origin: string): Promise<void>;
}

/** `soon`: some press Post Now on a screen. Each of these takes five seconds, so few rounds have them. */
export function makePeople(template: Template, random: Random, { soon = false } = {}): People {
  const firstAccount = random.below(template.accounts.length);
  const wishes = template.tweets.map(({ id, text, threadId }, n): Wish => ({
    id,
    text,
    // Its form is a card's, which sends no thread: only the window that shows all parts does.
    way: soon && threadId === null && random.chance(0.4) ? "soon" : random.chance(0.45) ? "now" : "timeline",
    account: template.accounts[(firstAccount + n) % template.accounts.length] ?? "",
    afterMs: random.between(0, 900),
    taken: false,
    refused: false,
    twice: random.chance(0.2),
  }));
  const one = wishes.find((_, n) => template.tweets[n]?.threadId === null);
  if (soon && one && !wishes.some(({ way }) => way === "soon")) one.way = "soon";
  const oddities: string[] = [];

  async function call(origin: string, path: string, body: unknown, signal: AbortSignal) {
    const asked = async () => {
      const answer = await fetch(`${origin}/api/questions/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${template.key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
        signal,
      });
      return { status: answer.status, text: await answer.text() };
    };
    // A fetch whose server is killed between head and body has been seen to end neither way, whatever its signal says.
    return Promise.race([asked(), ended(signal)]);
  }

  /** One click; true where the person is done with this tweet. */
  async function ask(wish: Wish, origin: string, signal: AbortSignal): Promise<boolean> {
    if (wish.way === "soon") return askOnScreen(wish, origin, signal);
    const [verb, zone] = wish.way === "now" ? ["publish-now", {}] : ["publish-random", { user_timezone: "UTC" }];
    const path = `multi-account/${verb}/${wish.id}`;
    const answer = await call(origin, path, { twitter_account_id: wish.account, ...zone }, signal);
    // Its pictures did not come in time, or were sent as another account meanwhile: pressed again.
    if (answer.text.includes("Nothing was posted. Try again")) return false;
    // The machine did so much else that the server gave the request up half-way.
    if (answer.status === 408) return false;
    // 409: on its way or published, since an earlier click had come through; 504: it will be settled.
    if ([200, 409, 504].includes(answer.status)) wish.taken = true;
    else if (answer.status === 502 || answer.status === 429) wish.refused = !random.chance(0.5);
    else if (answer.status !== 503) oddities.push(`${path} was answered ${answer.status} ${answer.text}`);
    return wish.taken || wish.refused;
  }

  /** As a browser without a script sends it: a redirect once it is taken. */
  async function askOnScreen(wish: Wish, origin: string, signal: AbortSignal): Promise<boolean> {
    const fields = { intent: "post-now", tweetId: String(wish.id), account: wish.account };
    const asked = fetch(`${origin}/timeline`, {
      method: "POST",
      headers: { cookie: template.cookie, origin, accept: "text/html" },
      body: new URLSearchParams(fields),
      redirect: "manual",
      signal,
    });
    const { status } = await Promise.race([asked, ended(signal)]);
    // Its pictures, as above.
    if (status === 504) return false;
    if (status === 303 || status === 409) wish.taken = true;
    else if (status !== 503) oddities.push(`Post Now of ${wish.id} on a screen was answered ${status}`);
    return wish.taken;
  }

  async function actOn(wish: Wish, origins: string[], signal: AbortSignal): Promise<void> {
    await pause(wish.afterMs, undefined, { signal });
    while (!wish.taken && !wish.refused) {
      const clicks = wish.twice ? [0, 1] : [0];
      await Promise.allSettled(clicks.map(() => ask(wish, random.pick(origins), signal)));
      await pause(250, undefined, { signal });
    }
    // Of two clicks the second may have been told that the first had it.
    if (wish.taken) wish.refused = false;
  }

  async function pressOnThread(id: number, verb: "stop" | "continue", origin: string): Promise<void> {
    await call(origin, `thread/${id}/${verb}`, {}, AbortSignal.timeout(10_000)).catch(() => {});
  }

  return {
    wishes,
    oddities,
    async act(origins, signal) {
      const open = wishes.filter((wish) => !wish.taken && !wish.refused);
      await Promise.allSettled(open.map((wish) => actOn(wish, origins, signal)));
    },
    // Refused where it has gone on meanwhile, or the server has just begun: the person looks again.
    stopThread: (id, origin) => pressOnThread(id, "stop", origin),
    continueThread: (id, origin) => pressOnThread(id, "continue", origin),
    async redraw(id, origin) {
      // Refused where the server has begun to send it meanwhile, which is as good.
      const { account = null } = wishes.find((wish) => wish.id === id) ?? {};
      const path = `multi-account/publish-random/${id}`;
      await call(origin, path, { twitter_account_id: account }, AbortSignal.timeout(10_000)).catch(() => {});
    },
  };
}

const ended = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new Error("No answer is waited for any more"));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
