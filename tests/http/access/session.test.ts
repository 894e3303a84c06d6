// The session's cookie: what it lets a browser do with it, over http and over https.
import { expect, it, onTestFinished } from "vitest";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi } from "~tests/support/calls/call";
import { makePerson, password } from "~tests/support/people/make";

/** The names and attributes of the cookies of a sign-in: of the session, and of the browser that signed in before. */
async function signedIn(origin: string): Promise<string[][]> {
  const app: TestApp = await createTestApp({ env: { APP_ORIGIN: origin } });
  onTestFinished(() => app.close());
  const { user } = await makePerson(app, "alice");
  const answer = await callApi("/api/users/login", { json: { email: user.email, password } });
  return answer.headers.getSetCookie().map((line) => {
    const [value = "", ...attributes] = line.split("; ");
    return [value.split("=", 1)[0] ?? "", ...attributes.filter((one) => !one.startsWith("Expires="))].toSorted();
  });
}

const plain = ["Path=/", "HttpOnly", "SameSite=Lax"];

it("no script reads it and no other site's form carries it", async () => {
  expect(await signedIn("http://localhost:3000")).toEqual([
    ["linnet", "Max-Age=2592000", ...plain].toSorted(),
    ["linnet_known", "Max-Age=15552000", ...plain].toSorted(),
  ]);
});

it("over https it travels in nothing else, and only to this very host", async () => {
  expect(await signedIn("https://linnet.example")).toEqual([
    ["__Host-linnet", "Max-Age=2592000", "Secure", ...plain].toSorted(),
    ["__Host-linnet_known", "Max-Age=15552000", "Secure", ...plain].toSorted(),
  ]);
});
