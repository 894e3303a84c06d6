// Fixtures of every browser test: a built server per worker, signed-in users, browser errors.
import { test as base, type BrowserContext, expect } from "@playwright/test";
import { linkInSandbox, newHandle, register, type Visitor } from "../../support/people/browser";
import { type FakeGemini, startFakeGemini } from "../../support/fakes/fake-gemini";
import type { FakeProvider } from "../../support/fakes/fake-provider";
import type { FakeMail } from "../../support/fakes/fake-mail";
import { type BuiltServer, startServer } from "../../support/server";

export { expect };

/**
 * `usual`: a fresh clone without rate limits. `soon`: a scheduled tweet is posted within 47 s of the test's clock.
 * `gemini`: a fake Gemini writes. `mail`: with a mail server; `guarded`: that with rate limits. `named`: reached as
 * localhost, as passkeys need it. `provider`: sign-in through an identity provider.
 */
type ServerKind = "usual" | "soon" | "gemini" | "mail" | "guarded" | "named" | "provider";

/**
 * All test users share one IP address, which would run into the rate limits, and one daily budget, which would be too
 * small for a long thread.
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
      // Loading the fake takes 0.5 s (the provider creates a key), so only workers that need it do.
      const { startFakeMail } = await import("../../support/fakes/fake-mail");
      this.mail ??= await startFakeMail();
      // Behind a proxy, so that a test can send from many addresses.
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

/** Errors of the page. A test allows those it provokes; any other fails it. */
export class Complaints {
  readonly heard: string[] = [];
  private readonly statuses = new Set<number>();
  private readonly allowed: RegExp[] = [];
  private readonly logged: RegExp[] = [];
  private readonly questions: { words: RegExp; answer(): boolean }[] = [];

  /** Error statuses that this test provokes. The browser prints a line for each. */
  expect(...statuses: number[]): void {
    for (const status of statuses) this.statuses.add(status);
  }

  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  /** Errors that this test provokes and the server logs. */
  allowLogged(pattern: RegExp): void {
    this.logged.push(pattern);
  }

  isAllowedInLog(line: unknown): boolean {
    return this.logged.some((pattern) => pattern.test(String(line)));
  }

  /** A browser dialog that this page may open, and the user's answer. */
  answer(words: RegExp, answer: () => boolean): void {
    this.questions.push({ words, answer });
  }

  listen(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      // The browser's line for an error status, which is checked below.
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
    // Remix logs its own abort when a click leaves the page while data loads.
    if (/^(console|page error): AbortError: signal is aborted/.test(complaint) && complaint.includes("[as navigate]"))
      return;
    // On a busy machine, a preloaded file is used only after a few seconds.
    if (/was preloaded using link preload but not used within a few seconds/.test(complaint)) return;
    if (!this.allowed.some((pattern) => pattern.test(complaint))) this.heard.push(complaint);
  }
}

interface Arrival {
  /** Connect a sandbox account with a random handle. Default: true. */
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
  /** Registers a user and signs them in to this test's browser. */
  arrive(name: string, how?: Arrival): Promise<Arrived>;
  /** Whether JavaScript is on. */
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
