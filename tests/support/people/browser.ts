// A person at the built app without a window: cookies, forms and JSON over fetch, for tests of what the server does.
import { eventually } from "../server";

export const password = "perch on a wire 7";

/** The part of a wire tweet that tests look at. */
export interface ApiTweet {
  id: number;
  tweet_content: string;
  status: string;
  scheduled_time: string | null;
  published_at: string | null;
  post_url: string | null;
  error: string | null;
}

interface Answered<T = Record<string, unknown>> {
  status: number;
  body: T;
}

export class Visitor {
  email = "";
  userId = "";
  apiKey = "";
  private readonly jar = new Map<string, string>();

  constructor(readonly origin: string) {}

  /** One request as a browser sends it, redirects not followed. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.jar.size > 0) headers.set("cookie", [...this.jar].map(([name, value]) => `${name}=${value}`).join("; "));
    if (init.method && init.method !== "GET" && !headers.has("origin")) headers.set("origin", this.origin);
    const answer = await fetch(new URL(path, this.origin), { redirect: "manual", ...init, headers });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /max-age=0/i.test(cookie)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return answer;
  }

  /** A page, its redirects followed. */
  async open(path: string): Promise<Response> {
    let answer = await this.send(path, { headers: { accept: "text/html" } });
    for (let hops = 0; answer.headers.has("location") && hops < 10; hops += 1)
      answer = await this.send(answer.headers.get("location") ?? "", { headers: { accept: "text/html" } });
    return answer;
  }

  /** A document's form post. */
  post(path: string, fields: Record<string, string>): Promise<Response> {
    return this.send(path, { method: "POST", body: new URLSearchParams(fields), headers: { accept: "text/html" } });
  }

  /** A call of the API with this person's key, or by whatever `headers` say. */
  async call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answered<T>> {
    const headers = new Headers(this.apiKey ? { authorization: `Bearer ${this.apiKey}` } : {});
    if (body !== undefined) headers.set("content-type", "application/json");
    const answer = await this.send(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as T };
  }

  cookies(): { name: string; value: string; url: string }[] {
    return [...this.jar].map(([name, value]) => ({ name, value, url: this.origin }));
  }
}

let people = 0;

/** An address that no other test uses, also on a server that lived before. */
export const newEmail = (name: string): string =>
  `${name}.${process.pid}.${Date.now()}.${(people += 1)}@linnet.example`;

/** A handle that no other test links: one account belongs to one user of a server. */
export const newHandle = (name: string): string =>
  `${name}_${(people += 1)}${Math.random().toString(36).slice(2, 7)}`.slice(0, 15);

/** Somebody who has just registered and is signed in. */
export async function register(origin: string, name: string): Promise<Visitor> {
  const visitor = new Visitor(origin);
  visitor.email = newEmail(name);
  type SignInResponse = { user_id: string; api_key: string };
  const ask = { email: visitor.email, password };
  const { status, body } = await visitor.call<SignInResponse>("POST", "/api/users/register", ask);
  if (status !== 201) throw new Error(`Not registered: ${JSON.stringify(body)}`);
  visitor.userId = body.user_id;
  visitor.apiKey = body.api_key;
  return visitor;
}

/** Another browser of the same person. */
export async function signInElsewhere({ origin, email, userId }: Visitor, userAgent = "curl/8.5.0"): Promise<Visitor> {
  const other = new Visitor(origin);
  const ask = { method: "POST", body: JSON.stringify({ email, password }) };
  const headers = { "content-type": "application/json", "user-agent": userAgent };
  const { status } = await other.send("/api/users/login", { ...ask, headers });
  if (status !== 200) throw new Error(`Not signed in elsewhere: ${status}`);
  Object.assign(other, { email, userId });
  return other;
}

/** Links an account of the sandbox by its consent page. */
export async function linkInSandbox(visitor: Visitor, handle: string): Promise<void> {
  const consent = await visitor.send("/accounts/connect");
  const page = new URL(consent.headers.get("location") ?? "", visitor.origin);
  const token = page.searchParams.get("oauth_token") ?? "";
  const back = await visitor.post(`${page.pathname}${page.search}`, { oauth_token: token, handle });
  await finishLink(visitor, back.headers.get("location"));
}

/** The way back from a consent page. */
export async function finishLink(visitor: Visitor, callback: string | null): Promise<void> {
  const linked = await visitor.send(callback ?? "");
  const to = linked.headers.get("location") ?? "";
  if (!to.includes("twitter_connected=true")) throw new Error(`Not linked: ${linked.status} ${to}`);
}

/** Asks for tweets; answers the task's id. */
export async function ask(visitor: Visitor, question: string): Promise<string> {
  const { body } = await visitor.call<{ task_id: string }>("POST", "/api/questions/submit-gemini", { question });
  return body.task_id;
}

export interface TaskStatus {
  status: "pending" | "success" | "failed";
  batch_id: string | null;
  error: string | null;
}

export async function statusOf(visitor: Visitor, taskId: string): Promise<TaskStatus> {
  const { body } = await visitor.call<{ data: TaskStatus }>("GET", `/api/questions/task-status/${taskId}`);
  return body.data;
}

/** Waits for a task to end well; answers its batch's id. */
export const batchOf = (visitor: Visitor, taskId: string): Promise<string> =>
  eventually("the tweets are written", async () => {
    const { status, batch_id, error } = await statusOf(visitor, taskId);
    if (status === "failed") throw new Error(`The generation failed: ${error}`);
    return batch_id;
  });

export async function tweetsOf(visitor: Visitor, batchId: string): Promise<ApiTweet[]> {
  const { body } = await visitor.call<{ data: ApiTweet[] }>("GET", `/api/questions/batch/${batchId}`);
  return body.data;
}

/** A batch of five, written by the server's own writer. */
export async function writeTweets(
  visitor: Visitor,
  question: string,
): Promise<{ batchId: string; tweets: ApiTweet[] }> {
  const batchId = await batchOf(visitor, await ask(visitor, question));
  return { batchId, tweets: await tweetsOf(visitor, batchId) };
}

/** A thread of 25 parts that waits; returns the first one's id. */
export async function writeThread(visitor: Visitor): Promise<number> {
  const parts = Array.from({ length: 25 }, (_, n) => `Bird ${n + 1} of the hedge`);
  return (await visitor.call<{ data: ApiTweet }>("POST", "/api/questions/thread", { parts })).body.data.id;
}

/** A thread with its first part out, which takes two minutes for the others; returns the first one's id. */
export async function sendThread(visitor: Visitor): Promise<number> {
  const id = await writeThread(visitor);
  await visitor.call("POST", `/api/questions/publish-now/${id}`);
  return id;
}
