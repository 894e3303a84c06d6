// The walk over webhooks: added, looked at, changed, tested, sent again, removed; by bob, against a receiver on loopback.
import { expect, it } from "vitest";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { answers, openReceiver } from "~tests/support/fakes/receiver";
import { tell } from "../../features/webhooks/stage";
import { cast, send } from "./contract-walk";

const as = (method: string, path: string, json?: unknown) => send(method, path, { json }, cast.bob.key);
/** All that waits, one after the other. */
const pass = () => tell(cast.app);

export function webhooks(): void {
  it("is added with a secret that is shown once, told, tested, sent again, changed and removed", async () => {
    const receiver = await openReceiver("/hook");
    cast.app.config.privateWebhooks = true;
    const added = await as("POST", "/api/webhooks", { url: receiver.url, events: ["tweet.*"], description: "n8n" });
    expect(added.status).toBe(201);
    const { secret, ...webhook } = added.body.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      ...{ url: receiver.url, events: ["tweet.*"], description: "n8n", enabled: true, disabled_reason: null },
    });
    const at = `/api/webhooks/${String(webhook["id"])}`;
    expect((await as("GET", at)).body.data).toEqual(webhook);
    expect((await as("GET", "/api/webhooks")).body.data).toContainEqual(webhook);

    const test = await as("POST", `${at}/test`);
    expect(test.status).toBe(202);
    await pass();
    expect(receiver.received).toMatchObject([
      {
        id: test.body.data["event_id"],
        type: "webhook.test",
        data: { webhook: { id: webhook["id"], url: receiver.url } },
      },
    ]);
    const listed = await as("GET", `${at}/deliveries?status=delivered&limit=1`);
    expect(listed.body).toMatchObject({
      data: [
        {
          event_id: test.body.data["event_id"],
          type: "webhook.test",
          status: "delivered",
          attempts: 1,
          last_status: 204,
        },
      ],
      next: null,
    });
    const [delivery] = listed.body.data as unknown as { id: number }[];
    expect((await as("POST", `/api/deliveries/${delivery?.id}/replay`)).status).toBe(202);
    await pass();
    expect(receiver.received[1]).toEqual(receiver.received[0]);

    await as("POST", `${at}/test`);
    const first = await as("GET", `${at}/deliveries?limit=1`);
    const second = await as("GET", `${at}/deliveries?limit=1&cursor=${String(first.body["next"])}`);
    expect([first, second].map(({ body }) => (body.data as unknown as unknown[]).length)).toEqual([1, 1]);
    expect(second.body["next"]).toBeNull();
    expect((await as("GET", `${at}/deliveries?status=failed&cursor=${String(first.body["next"])}`)).status).toBe(422);

    receiver.answer = answers(500);
    await as("POST", `${at}/test`);
    await pass();
    expect((await as("GET", `${at}/deliveries?status=pending&limit=1`)).body).toMatchObject({
      data: [{ status: "pending", attempts: 1, last_status: 500, last_error: "The endpoint returned 500" }],
    });

    const rotated = await as("POST", `${at}/rotate-secret`);
    expect(rotated.body.data["secret"]).not.toBe(secret);
    expect((await as("PUT", at, { enabled: false })).body.data).toMatchObject({
      ...{ enabled: false, disabled_reason: "You disabled it", events: ["tweet.*"] },
    });
    expect((await as("POST", `${at}/test`)).status).toBe(409);
    expect((await as("POST", `/api/deliveries/${delivery?.id}/replay`)).status).toBe(409);
    expect((await as("PUT", at, { enabled: true, events: ["*"] })).body.data).toMatchObject({
      enabled: true,
      events: ["*"],
    });
    expect((await as("DELETE", at)).body).toMatchObject({ success: true, message: "Webhook removed" });
    expect((await as("GET", at)).status).toBe(404);
    expect((await as("POST", `/api/deliveries/${delivery?.id}/replay`)).status).toBe(404);
    cast.app.config.privateWebhooks = false;
    await receiver.close();
  });

  it.each([
    ["http://127.0.0.1:1/", "private_address", "This server doesn’t allow webhooks to private addresses."],
    ["https://[::1]/", "private_address", "This server doesn’t allow webhooks to private addresses."],
    ["https://169.254.169.254/", "private_address", "This server doesn’t allow webhooks to private addresses."],
    ["https://localhost/", "private_address", "This server doesn’t allow webhooks to private addresses."],
    ["http://93.184.215.14/", "invalid", "The URL must start with https://"],
    ["https://nobody.invalid/", "invalid", "Couldn’t find the host of this URL."],
    ["https://u:p@93.184.215.14/", "invalid", "without a user"],
    ["https://93.184.215.14/#a", "invalid", "without a user name or a #"],
    ["ftp://93.184.215.14/", "invalid", "Enter a URL such as"],
    ["nothing", "invalid", "Enter a URL such as"],
  ])("to %s is refused as %s", async (url, code, sentence) => {
    const { status, body } = await as("POST", "/api/webhooks", { url, events: ["*"] });
    expect([status, body["error"]]).toEqual([422, expect.stringContaining(sentence)]);
    expect(body["detail"]).toMatchObject([{ loc: ["body", "url"], type: "invalid" }]);
    if (code === "private_address") expect(body["code"]).toBe(code);
  });

  it("an event that there is not is refused by its name", async () => {
    const url = "https://93.184.215.14/";
    const { status, body } = await as("POST", "/api/webhooks", { url, events: ["tweet.*", "tweet.liked"] });
    expect([status, body["error"]]).toEqual([422, "Unknown event: tweet.liked"]);
  });

  it("there are ten a person at most", async () => {
    const { length } = (await as("GET", "/api/webhooks")).body.data as unknown as unknown[];
    const add = () => as("POST", "/api/webhooks", { url: "https://93.184.215.14/", events: ["bot.*"] });
    for (let n = length; n < 10; n += 1) expect((await add()).status).toBe(201);
    const { status, body } = await add();
    expect([status, body["code"]]).toEqual([409, "limit_reached"]);
  });

  it("another's is not there", async () => {
    const { webhook_id: id, delivery_id: delivery } = cast.idsOf(cast.alice);
    for (const [method, path] of [
      ["GET", `/api/webhooks/${id}`],
      ["PUT", `/api/webhooks/${id}`],
      ["DELETE", `/api/webhooks/${id}`],
      ["POST", `/api/webhooks/${id}/test`],
      ["POST", `/api/webhooks/${id}/rotate-secret`],
      ["GET", `/api/webhooks/${id}/deliveries`],
      ["POST", `/api/deliveries/${delivery}/replay`],
    ] as const)
      expect((await as(method, path, method === "GET" ? undefined : {})).status, `${method} ${path}`).toBe(404);
  });

  it("somebody is called 120 times an hour at most", async () => {
    const { id: userId } = cast.alice.user;
    for (let n = 0; n < 120; n += 1) await countOne(cast.app, "webhookCalls", userId).catch(() => undefined);
    const { webhook_id: id, delivery_id: delivery } = cast.idsOf(cast.alice);
    const url = "https://93.184.215.14/other";
    for (const [method, path, json] of [
      ["POST", "/api/webhooks", { url, events: ["*"] }],
      ["PUT", `/api/webhooks/${id}`, { url }],
      ["POST", `/api/webhooks/${id}/test`, {}],
      ["POST", `/api/deliveries/${delivery}/replay`, {}],
    ] as const)
      expect((await send(method, path, { json })).status, `${method} ${path}`).toBe(429);
  });

  it("webhooks are changed 60 times an hour at most, and who asks again is told when", async () => {
    const { id: userId } = cast.alice.user;
    for (let n = 0; n < 60; n += 1) await countOne(cast.app, "webhookChanges", userId).catch(() => undefined);
    const at = `/api/webhooks/${cast.idsOf(cast.alice).webhook_id}`;
    const before = (await send("GET", at)).body.data;
    for (const [method, path, json] of [
      ["PUT", at, { enabled: false }],
      ["PUT", at, { enabled: true }],
      ["PUT", at, { events: ["bot.*"] }],
      ["POST", `${at}/rotate-secret`, {}],
      ["DELETE", at, {}],
    ] as const) {
      const { status, body, headers } = await send(method, path, { json });
      expect([status, body["code"]], `${method} ${path}`).toEqual([429, "rate_limited"]);
      expect(headers.get("retry-after")).toMatch(/^\d+$/);
      expect(body["error"]).toContain("You’ve reached the limit of 60 webhook changes per hour. Try again in ");
    }
    expect((await send("GET", at)).body.data).toEqual(before);
  });
}
