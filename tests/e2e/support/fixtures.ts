// What every browser test stands on: a built server a worker, people who have arrived, and a watch over every complaint.
import { test as base, type BrowserContext, expect } from "@playwright/test";
import { linkInSandbox, newHandle, register, type Visitor } from "../../support/people/browser";
import { type FakeGemini, startFakeGemini } from "../../support/fakes/fake-gemini";
import type { FakeProvider } from "../../support/fakes/fake-provider";
import type { FakeMail } from "../../support/fakes/fake-mail";
import { type BuiltServer, startServer } from "../../support/server";

export { expect };

/** `usual` is a fresh clone's but for its rate limits; on `soon` a scheduled tweet goes out within 47 seconds, which are turned; `gemini` writes by a fake Gemini; `mail` has a mail server, and `guarded` its rate limits too; `named` is reached as localhost, as passkeys need it; on `provider` people may sign in by an identity provider. */
type ServerKind = "usual" | "soon" | "gemini" | "mail" | "guarded" | "named" | "provider";

/**
 * Everybody of these tests arrives from one address, which an ordinary server takes for a flood, and an ordinary day's
 * money among so many is too little for a long thread.
 */
const many = { RATE_LIMITS: "off", DAILY_SPEND_LIMIT: "500" };

class Servers {
  gemini: FakeGemini | null = null;
  mail: FakeMail | null = null;
  provider: FakeProvider | null = null;
  private readonly started = new Map<ServerKind, Promise<BuiltServer>>();

  get(kind: ServerKind): Promise<BuiltServer> {
    const server = this.started.get(kind) ?? this.start(kind);
    this.started.set(kind, server);
    return server;
  }

  private async start(kind: ServerKind): Promise<BuiltServer> {
    if (kind === "usual") return startServer({ env: many });
    if (kind === "named") return startServer({ env: many, name: "localhost" });
    if (kind === "mail" || kind === "guarded") {
      // Loaded by the workers that need it alone, as the provider is, which makes itself a key: each takes half a second.
      const { startFakeMail } = await import("../../support/fakes/fake-mail");
      this.mail ??= await startFakeMail();
      // Behind a proxy, so that a test may come from many addresses.
      const limits = kind === "mail" ? many : { TRUST_PROXY: "1" };
      return startServer({ env: { ...limits, SMTP_URL: this.mail.url, MAIL_FROM: "Linnet <linnet@linnet.example>" } });
    }
    if (kind === "provider") {
      const { startFakeProvider } = await import("../../support/fakes/fake-provider");
      this.provider = await startFakeProvider();
      return startServer({ env: this.provider.env(many) });
    }
    if (kind === "soon") {
      const window = { SCHEDULE_WINDOW_HOURS: "0.009-0.013", QUIET_HOURS: "none" };
      const env = { ...many, ...window, MIN_GAP_SECONDS: "0", CATCH_UP_GAP_SECONDS: "0" };
      return startServer({ env, isTurned: true });
    }
    this.gemini = await startFakeGemini();
    const key = { GEMINI_API_KEY: "a-key", GEMINI_BASE_URL: this.gemini.origin };
    return startServer({ env: { ...many, ...key, REGISTRATION: "open" } });
  }

  async close(): Promise<void> {
    for (const server of this.started.values()) await (await server).close();
    await this.gemini?.close();
    await this.mail?.close();
    await this.provider?.close();
  }
}

/** Whatever a page complains of; a test names what it means to provoke, and anything else fails it. */
export class Complaints {
  readonly heard: string[] = [];
  private readonly statuses = new Set<number>();
  private readonly allowed: RegExp[] = [];
  private readonly logged: RegExp[] = [];
  private readonly questions: { words: RegExp; answer(): boolean }[] = [];

  /** Answers that this test asks for; the browser prints a line of its own for each. */
  expect(...statuses: number[]): void {
    for (const status of statuses) this.statuses.add(status);
  }

  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  /** Faults that this test provokes in the server, which logs them. */
  allowLogged(pattern: RegExp): void {
    this.logged.push(pattern);
  }

  isAllowedInLog(line: unknown): boolean {
    return this.logged.some((pattern) => pattern.test(String(line)));
  }

  /** A question that this page may ask by the browser's own window, and what the person says to it. */
  answer(words: RegExp, answer: () => boolean): void {
    this.questions.push({ words, answer });
  }

  listen(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      // The browser's own line for a refused request: judged by its status below.
      if (/^Failed to load resource: the server responded with a status of \d/.test(message.text())) return;
      this.hear(`console: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.hear(`page error: ${error.error().stack ?? error.error().message}`));
    context.on("dialog", (dialog) => {
      const question = this.questions.find(({ words }) => words.test(dialog.message()));
      if (!question) this.hear(`dialog: ${dialog.message()}`);
      void (question?.answer() ? dialog.accept() : dialog.dismiss());
    });
    context.on("response", (answer) => {
      if (answer.status() >= 400 && !this.statuses.has(answer.status()))
        this.hear(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
    });
  }

  private hear(complaint: string): void {
    // A press that goes elsewhere breaks off a reading of the page's data, and Remix reports its own cancelling.
    if (/^(console|page error): AbortError: signal is aborted/.test(complaint) && complaint.includes("[as navigate]"))
      return;
    // On a busy machine a few seconds pass before what was asked for ahead is used.
    if (/was preloaded using link preload but not used within a few seconds/.test(complaint)) return;
    if (!this.allowed.some((pattern) => pattern.test(complaint))) this.heard.push(complaint);
  }
}

interface Arrival {
  /** With an account in the sandbox; its handle is made up. */
  linked?: boolean;
}

export interface Arrived {
  visitor: Visitor;
  /** Without the @. */
  handle: string;
}

interface EachTest {
  serverKind: ServerKind;
  server: BuiltServer;
  complaints: Complaints;
  /** Somebody new, signed in in this test's browser. */
  arrive(name: string, how?: Arrival): Promise<Arrived>;
  /** Whether this is the walk with scripts. */
  script: boolean;
  gemini: FakeGemini;
  mail: FakeMail;
  provider: FakeProvider;
}

export const test = base.extend<EachTest, { servers: Servers }>({
  serverKind: ["usual", { option: true }],
  servers: [
    async ({}, hand) => {
      const servers = new Servers();
      await hand(servers);
      await servers.close();
    },
    { scope: "worker" },
  ],
  server: async ({ servers, serverKind }, hand) => hand(await servers.get(serverKind)),
  baseURL: async ({ server }, hand) => hand(server.origin),
  script: async ({ javaScriptEnabled }, hand) => hand(javaScriptEnabled !== false),
  gemini: async ({ servers, server }, hand) => {
    if (!servers.gemini || !server) throw new Error('Only a server of the kind "gemini" has one');
    await hand(servers.gemini);
    servers.gemini.always(null);
  },
  mail: async ({ servers, server }, hand) => {
    if (!servers.mail || !server) throw new Error('Only servers of the kinds "mail" and "guarded" have one');
    await hand(servers.mail);
  },
  provider: async ({ servers, server }, hand) => {
    if (!servers.provider || !server) throw new Error('Only a server of the kind "provider" has one');
    await hand(servers.provider);
  },
  complaints: [
    async ({ context, server }, hand) => {
      const complaints = new Complaints();
      complaints.listen(context);
      const before = server.events().length;
      await hand(complaints);
      expect(complaints.heard).toEqual([]);
      const errors = server
        .events()
        .slice(before)
        .filter(({ level, msg }) => (level === "error" || level === "fatal") && !complaints.isAllowedInLog(msg));
      expect(errors, "the server's log").toEqual([]);
    },
    { auto: true },
  ],
  arrive: async ({ context, server }, hand) =>
    hand(async (name, { linked = true } = {}) => {
      const visitor = await register(server.origin, name);
      const handle = newHandle(name);
      if (linked) await linkInSandbox(visitor, handle);
      await context.addCookies(visitor.cookies());
      return { visitor, handle };
    }),
});
