// A form whose server can't be reached: the sentence of its kind, what was typed, never a password.
import { expect, it } from "vitest";
import { clientAct } from "~/screens/client-action";

const post = (typed: Record<string, string>, serverAction: () => Promise<unknown>): Promise<unknown> => {
  const request = new Request("http://localhost/", { method: "POST", body: new URLSearchParams(typed) });
  // Remix' own types want the answer's type as a parameter.
  const asked = serverAction as <T>() => Promise<T>;
  return clientAct({ request, params: {}, context: undefined, serverAction: asked });
};
const gone = () => Promise.reject(new TypeError("Failed to fetch"));

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
])("%s says %s", async (intent, error) => {
  expect(await post({ intent }, gone)).toMatchObject({ ok: false, intent, error });
});

it("what was typed stays, save a password", async () => {
  const typed = { intent: "sign-in", email: "alice@linnet.example", password: "perch on a wire 7" };
  expect(await post(typed, gone)).toMatchObject({ values: { email: "alice@linnet.example" } });
  expect(JSON.stringify(await post(typed, gone))).not.toContain("perch");
});

it("what the server says is passed on, and so is a redirect, which is thrown", async () => {
  expect(await post({ intent: "sign-in" }, () => Promise.resolve("said"))).toBe("said");
  const redirect = new Response(null, { status: 302, headers: { Location: "/generate" } });
  await expect(post({ intent: "sign-in" }, () => Promise.reject(redirect))).rejects.toBe(redirect);
});
