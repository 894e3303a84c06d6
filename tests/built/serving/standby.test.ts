// A deploy without a gap, as docs/operating.md has it: a second process on the same folder serves while the first is replaced.
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { linkInSandbox, newHandle, register, tweetsOf, writeTweets } from "../../support/people/browser";
import { type BuiltServer, eventually, startServer } from "../../support/server";

/** As deploy/Caddyfile's `lb_policy first` does: the first that takes a connection gets it. */
async function startProxy(ports: number[]): Promise<string> {
  const pass = (client: Socket, [port, ...others]: number[]): void => {
    if (port === undefined) return void client.destroy();
    const to = connect(port, "127.0.0.1");
    const giveUp = () => pass(client, others);
    to.once("error", giveUp);
    to.once("connect", () => {
      to.off("error", giveUp);
      to.on("error", () => client.destroy());
      client.on("error", () => to.destroy());
      client.pipe(to).pipe(client);
    });
  };
  const proxy = createServer((client) => pass(client, [...ports, ...ports]));
  onTestFinished(() => void proxy.close());
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** Opens pages through the proxy until it is stopped; returns what was not answered by a page. */
function openPages(origin: string): { stop(): Promise<{ opened: number; failures: string[] }> } {
  let isOver = false;
  const failures: string[] = [];
  let opened = 0;
  const open = () => fetch(`${origin}/generate`, { headers: { connection: "close" } });
  const all = (async () => {
    while (!isOver) {
      // A connection that was made and not taken yet is reset when a server ends: browsers try once more, as proxies do.
      const answer = await open().catch(open).catch(String);
      opened += 1;
      if (typeof answer === "string" || answer.status !== 200)
        failures.push(typeof answer === "string" ? answer : `${answer.status}`);
      else await answer.text();
    }
  })();
  return {
    async stop() {
      isOver = true;
      await all;
      return { opened, failures };
    },
  };
}

const isPublisher = async (server: BuiltServer): Promise<boolean> => {
  const answer = await fetch(`${server.origin}/readyz`);
  return ((await answer.json()) as { publisher: boolean }).publisher;
};

it("while the first server is replaced its standby serves and publishes: no page fails, no tweet is late for long or twice", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "linnet-standby-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const soon = { SCHEDULE_WINDOW_HOURS: "0.002-0.004", QUIET_HOURS: "none", MIN_GAP_SECONDS: "0" };
  const start = async () => {
    const server = await startServer({ dataDir, env: { ...soon, REGISTRATION: "open" } });
    onTestFinished(() => server.close());
    return server;
  };
  const first = await start();
  const standby = await start();
  expect([await isPublisher(first), await isPublisher(standby)]).toEqual([true, false]);
  // Its accounts were made before: whose form comes by another name than APP_ORIGIN's is refused.
  const alice = await register(first.origin, "alice");
  await linkInSandbox(alice, newHandle("alice"));
  const { batchId, tweets } = await writeTweets(alice, "linnets in winter");
  for (const { id } of tweets) await alice.call("POST", `/api/questions/publish-random-auto/${id}`, {});

  const pages = openPages(await startProxy([first.port, standby.port]));
  const stopped = first.stop();
  await eventually("the standby publishes", () => isPublisher(standby));
  expect(await stopped).toBe(0);
  await first.restart();
  expect(await isPublisher(first)).toBe(false);
  expect(await standby.stop()).toBe(0);
  await eventually("the new one publishes", () => isPublisher(first));
  const { opened, failures } = await pages.stop();
  expect(opened).toBeGreaterThan(10);
  expect(failures).toEqual([]);
  await eventually("all are out", async () =>
    (await tweetsOf(alice, batchId)).every(({ status }) => status === "published"),
  );
  const journal = `${first.log()}${standby.log()}`;
  expect(journal).not.toMatch(/"level":"error"/);
});
