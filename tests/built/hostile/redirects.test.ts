// No answer of the built app leads to another site: by the address that is asked for, by its query, by what a form says.
import { afterAll, beforeAll, expect, it } from "vitest";
import { sendRaw } from "../../support/calls/raw";
import { register, Visitor } from "../../support/people/browser";
import { type BuiltServer, startServer } from "../../support/server";

let server: BuiltServer;
let alice: Visitor;
beforeAll(async () => {
  server = await startServer({ env: { IMAGES: "on" } });
  alice = await register(server.origin, "alice");
});
afterAll(() => server.close());

/** Where a browser would go: WHATWG's parser takes a backslash for a slash, and leaves out tabs and line ends. */
const leadsAway = (location: string | null): boolean =>
  location !== null && new URL(location, server.origin).origin !== server.origin;

const elsewhere = [
  "//evil.example/generate",
  "/\\evil.example/generate",
  "\\\\evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/./\\evil.example",
  "/\t/evil.example",
  "https:evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)//generate",
  "data:text/html,evil",
];

it.each([
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "/%2F%2Fevil.example",
  "/%5Cevil.example",
  "javascript:alert(1)",
])("asked for as %s, as a page or as its data, nothing leads there", async (path) => {
  const host = `Host: 127.0.0.1:${server.port}`;
  for (const address of [path, `${path}/`, `${path}.data`, `${path}/_root.data`, `${path}?index`, `${path}/..`]) {
    const { status, headers } = await sendRaw(server.port, [`GET ${address} HTTP/1.1`, host, "Accept: text/html"]);
    expect(status, address).toBeGreaterThanOrEqual(300);
    const location = /^location: *(.*?)\r?$/im.exec(headers)?.[1] ?? null;
    expect(leadsAway(location), `${address} → ${String(location)}`).toBe(false);
  }
});

const names = ["back", "next", "redirect", "redirectTo", "returnTo", "url", "panel"];

it.each(elsewhere)("nobody is sent to %j that a query names", async (to) => {
  const query = new URLSearchParams(names.map((name) => [name, to]));
  for (const who of [alice, new Visitor(server.origin)])
    for (const page of ["/", "/generate", "/timeline", "/images", "/settings/security", "/accounts/connect", "/doctor"])
      for (const data of ["", ".data"]) {
        const answer = await who.send(`${page}${data}?${query}`);
        const text = await answer.text();
        expect(leadsAway(answer.headers.get("location")), page).toBe(false);
        // The router's own redirects stand in its data.
        if (data !== "" && answer.status === 202) expect(text).not.toContain("evil");
      }
});

it.each(elsewhere)("a form of pictures that would go back to %j goes nowhere else", async (back) => {
  const boundary = "linnet-boundary";
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const { body } = await alice.call<{ data: { id: number } }>("POST", "/api/questions/tweet", { tweet_content: "One" });
  const form = `${field("tweet_id", String(body.data.id))}${field("back", back)}--${boundary}--\r\n`;
  const headers = { accept: "text/html", "content-type": `multipart/form-data; boundary=${boundary}` };
  for (const who of [alice, new Visitor(server.origin)]) {
    const answer = await who.send("/images", { method: "POST", body: form, headers });
    expect(answer.status).toBe(303);
    expect(leadsAway(answer.headers.get("location"))).toBe(false);
  }
});
