// A whole App for a test: private database with the real schema, a clock turned by hand, sandbox network, demo writer.
import { setTimeout as sleep } from "node:timers/promises";
import { type App, setApp } from "~/app.server";
import { type Config, readConfig } from "~/ground/config.server";
import { weigh } from "~/features/tweets/text.server";
import { createLog } from "~/ground/telemetry/log.server";
import { chooseWriter } from "~/ports/ai/index.server";
import { chooseIdentity } from "~/ports/identity/index.server";
import { chooseMail } from "~/ports/mail/index.server";
import { chooseNetwork } from "~/ports/network/index.server";
import { seconds } from "~/ground/time/duration";
import { createWork, type WorkControl } from "~/ground/work.server";
import { type HandClock, handClock } from "./clock";
import { openTestDatabase, secondHandle } from "./databases/database";
import { type TestNode, testNode } from "./node";

export interface TestApp extends App {
  clock: HandClock;
  work: WorkControl;
  node: TestNode;
  logged: Record<string, unknown>[];
  close(): Promise<void>;
}

const secret = "a secret of the tests that is long enough";

interface Change extends Partial<Pick<App, "ai" | "network" | "mail" | "identity">> {
  config?: Partial<Config>;
  env?: Record<string, string>;
  file?: string;
  /** Another App on the database of this one, as another node is: with its own pool, clock and chance. Close it first. */
  beside?: TestApp;
}

const heldBack = new Set<() => void>();

/** An answer that never comes while a test runs. It fails when the test's App is closed, so that nothing stays in hand. */
export function noAnswer<T>(): Promise<T> {
  const never = new Promise<T>((_, reject) => void heldBack.add(() => reject(new Error("The test is over"))));
  never.catch(() => undefined);
  return never;
}

function endHeldBack(): void {
  for (const end of heldBack) end();
  heldBack.clear();
}

/** `change` overrides parts of the App or its configuration. */
export async function createTestApp(change: Change = {}): Promise<TestApp> {
  const env = { SESSION_SECRET: secret, ENCRYPTION_KEY: secret, IMAGES: "on", REGISTRATION: "open", ...change.env };
  const config: Config = { ...readConfig(env), ...change.config };
  const { db, close } = change.beside
    ? { db: secondHandle(change.beside.db), close: () => Promise.resolve() }
    : await openTestDatabase(change.file);
  const clock = handClock();
  const logged: Record<string, unknown>[] = [];
  const log = createLog(
    { logLevel: "trace" },
    { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  let seed = change.beside ? 2 : 1;
  // Park and Miller's minimal generator: the same numbers in every run.
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const app: TestApp = {
    db,
    clock,
    config,
    log,
    logged,
    work: createWork(),
    node: testNode(),
    random,
    network: change.network ?? chooseNetwork({ config, db, clock, log, weigh }),
    mail: change.mail ?? chooseMail(config),
    identity: change.identity ?? chooseIdentity(config),
    ai: change.ai ?? chooseWriter({ config, clock, log, random }),
    wake: () => {},
    async close() {
      setApp(undefined);
      if (!change.beside) endHeldBack();
      // What is still in hand would change rows while they are taken away, which on Postgres locks both for ever.
      // Some tests hold an answer back for good: those don't get a database that others use afterwards.
      const isQuiet = await Promise.race([
        app.work.drained().then(() => true),
        sleep(seconds(5), false, { ref: false }),
      ]);
      await close({ isQuiet });
    },
  };
  setApp(app);
  return app;
}
