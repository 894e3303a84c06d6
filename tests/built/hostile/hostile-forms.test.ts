// Hostile forms to the built app: what is typed comes back as text or not at all, and no form leads to another site.
import { afterAll, beforeAll, expect, it } from "vitest";
import { register, Visitor } from "../../support/people/browser";
import { sendRaw } from "../../support/calls/raw";
import { type BuiltServer, startServer } from "../../support/server";

let server: BuiltServer;
let alice: Visitor;
beforeAll(async () => {
  server = await startServer();
  alice = await register(server.origin, "alice");
});
afterAll(() => server.close());

it.each([
  "//evil.example",
  "/\\evil.example",
  "/%2f%2fevil.example",
  "/%5cevil.example",
  "/.//evil.example",
  "/%0d%0aLocation:%20//evil.example",
])("a form posted to %s leads nowhere else", async (path) => {
  const form = ["Content-Type: application/x-www-form-urlencoded", "Sec-Fetch-Site: same-origin", "Accept: text/html"];
  const answer = await sendRaw(
    server.port,
    [`POST ${path} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, ...form],
    "intent=set-theme&theme=dark",
  );
  expect([400, 404, 405, 415]).toContain(answer.status);
  expect(answer.headers).not.toMatch(/^location:/im);
});

const markup = [
  `<script>window.broken = 1</script>`,
  `"><img src=x onerror=alert(1)>`,
  `'><svg/onload=alert(1)>`,
  `</script><script>alert(1)</script>`,
  `</title><b id="broken">`,
  `--><b id="broken">`,
  `javascript:alert(1)//<b id="broken">`,
  `\u2028<b id="broken">\u2029`,
];
const fields = (text: string) =>
  [
    ["/generate?panel=login", { intent: "sign-in", email: text, password: text }],
    ["/generate?panel=register", { intent: "create-account", email: text, password: text, phone: text }],
    ["/generate", { intent: "generate", topic: text }],
    ["/generate?panel=password", { intent: "change-password", password: text, newPassword: text }],
    ["/generate?panel=leave", { intent: "delete-my-account", password: text, sure: text }],
    ["/timeline?write=1", { intent: "write-tweet", content: text }],
    ["/timeline?panel=settings", { intent: "set-timezone", timezone: text }],
    ["/product-analyse", { intent: "analyse", content: text.repeat(200), keywords: text }],
    ["/strategy", { intent: text }],
  ] as const;

it.each(markup)("markup in a form, %j, comes back as text or not at all, to people and guests", async (text) => {
  for (const who of [alice, new Visitor(server.origin)])
    for (const [path, values] of fields(text)) {
      const answer = await who.post(
        `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ x: text })}`,
        values,
      );
      expect([200, 303, 401, 409, 422, 429], `${path} ${values.intent}`).toContain(answer.status);
      if (answer.status === 303) expect(answer.headers.get("location")).toMatch(/^\/(?![/\\])/);
      const shown = answer.status === 303 ? await who.open(answer.headers.get("location") ?? "") : answer;
      const page = await shown.text();
      expect(page).toContain("</html>");
      expect(page).not.toContain(text);
      expect(page).not.toMatch(/<img src=x|<svg\/|<b id=|<script>/);
      expect(shown.headers.get("content-security-policy")).toMatch(/script-src 'self' 'nonce-/);
    }
});

it("after all that, the log holds no error, and the server is well", async () => {
  const errors = server.events().filter((event) => event["level"] === "error" || event["level"] === "fatal");
  expect(errors).toEqual([]);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});
