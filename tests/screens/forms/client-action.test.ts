// A form whose server can't be reached: the sentence of its kind, what was typed, never a password.
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { analyseIntents, intents } from "~/screens/forms/intents";
import { clientFormAction } from "~/screens/forms/client-action";

const post = (typed: Record<string, string>, serverAction: () => Promise<unknown>): Promise<unknown> => {
  const request = new Request("http://localhost/", { method: "POST", body: new URLSearchParams(typed) });
  // Remix' own types want the answer's type as a parameter.
  const asked = serverAction as <T>() => Promise<T>;
  return clientFormAction({ request, params: {}, context: undefined, serverAction: asked });
};
/** Who is on the page by what the root has read, and whether the browser has stored anybody. */
function onPage(user: object | null, stored: string | null = null): void {
  vi.stubGlobal("window", { __remixRouter: { state: { loaderData: { root: { user } } } } });
  vi.stubGlobal("localStorage", { getItem: () => stored, removeItem: () => undefined });
  onTestFinished(() => void vi.unstubAllGlobals());
}
beforeEach(() => onPage({ id: "1" }));

const gone = () => Promise.reject(new TypeError("Failed to fetch"));

async function cut(typed: Record<string, string>, how = gone): Promise<{ status: number; result: ActionResult }> {
  const answer = (await post(typed, how)) as Response;
  return { status: answer.status, result: (await answer.json()) as ActionResult };
}

it.each(Object.entries(intents))("%s says its own sentence", async (intent, { networkError }) => {
  const { result } = await cut({ intent });
  expect(result).toMatchObject({ ok: false, intent, error: networkError, requestFailed: true });
});

it.each([
  ["generate", "Network error. Please try again."],
  ["post-now", "Network error. Please try again."],
  ["sign-in", "Login failed, please try again"],
  ["create-account", "Registration failed, please try again"],
  ["set-default", "网络错误，请重试"],
  ["delete-account-link", "网络错误，请重试"],
  ["analyse", "网络错误，请检查连接后重试"],
  ["analyse-again", "网络错误，请检查连接后重试"],
  ["start-bot", "Network error, please try again"],
  ["approve-tweet", "Network error, please try again"],
])("%s says %s, as the specification has it", async (intent, error) => {
  expect((await cut({ intent })).result).toMatchObject({ ok: false, intent, error });
});

it("has the status of a refusal, after which the page is not read anew", async () => {
  expect((await cut({ intent: "generate" })).status).toBe(503);
});

it("an answer that breaks off, or is none of ours, is none", async () => {
  const torn = () => Promise.reject(new Error("Unable to decode turbo-stream response from URL: http://localhost/"));
  expect((await cut({ intent: "generate" }, torn)).result.error).toBe("Network error. Please try again.");
});

it("what was typed stays, save a password", async () => {
  const typed = { intent: "sign-in", email: "alice@linnet.example", password: "perch on a wire 7" };
  const { result } = await cut(typed);
  expect(result).toMatchObject({ values: { email: "alice@linnet.example" } });
  expect(JSON.stringify(result)).not.toContain("perch");
});

it("what the server says is passed on, and so is a redirect, which is thrown", async () => {
  expect(await post({ intent: "sign-in" }, () => Promise.resolve("said"))).toBe("said");
  const redirect = new Response(null, { status: 302, headers: { Location: "/generate" } });
  await expect(post({ intent: "sign-in" }, () => Promise.reject(redirect))).rejects.toBe(redirect);
});

it.each([new Error("Unexpected Server Error"), new DOMException("aborted", "AbortError")])(
  "%s is no silence of the server's",
  async (error) => {
    await expect(post({ intent: "sign-in" }, () => Promise.reject(error))).rejects.toBe(error);
  },
);

it("a guest's analysis and bot are answered as the specification says, and nothing is sent", async () => {
  onPage(null);
  let sent = 0;
  const send = () => Promise.resolve((sent += 1));
  const toldGuests = Object.entries(intents).filter(([, { toGuests }]) => toGuests !== undefined);
  expect(toldGuests.map(([intent]) => intent)).toEqual(Object.keys(analyseIntents));
  for (const [intent] of toldGuests) {
    const answer = (await post({ intent, content: "A page" }, send)) as Response;
    const result: unknown = await answer.json();
    expect([answer.status, result]).toMatchObject([
      401,
      { intent, error: "用户未登录", values: { content: "A page" } },
    ]);
  }
  expect(sent).toBe(0);
  expect(await post({ intent: "sign-in" }, send)).toBe(1);
});

it("who is signed in sends, also from a page that was read before they were", async () => {
  const stored = JSON.stringify({ user_id: "1", api_key: "k", email: "alice@linnet.example", timezone: "UTC" });
  for (const [user, kept] of [
    [{ id: "1" }, null],
    [null, stored],
  ] as const) {
    onPage(user, kept);
    expect(await post({ intent: "analyse", content: "A page" }, () => Promise.resolve("sent"))).toBe("sent");
  }
});
