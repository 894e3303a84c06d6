// Every cookie's value under every other cookie's name: it counts as none, and no page breaks over it.
import { readFileSync } from "node:fs";
import { createCookie } from "@remix-run/node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ownCookie, ownCookies } from "~/http/session/own-cookie.server";
import { readOwnBrowser } from "~/http/session/own-browser.server";
import { findSignedIn, signInBrowser, signOutBrowser } from "~/http/session/session.server";
import { findAdmitted } from "~/features/users/users.server";
import { days, minutes } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { cookieFor } from "~tests/support/calls/call";
import { createRouter, type Router } from "~tests/support/calls/router";
import { makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let route: Router;
beforeAll(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  route = await createRouter("forms");
});
afterAll(() => app.close());

/** In all shapes that any of them has. */
const shapes = ["an id", true, { id: "an id", to: "/timeline" }, ["an id"], { message: "Told", undo: {} }, {}, 7, null];

/** Signed as versions did that signed every cookie alike, and not at all. */
const values = async (): Promise<string[]> => {
  const signed = createCookie("any", { secrets: app.config.sessionSecrets });
  const written = [signed, createCookie("any")].flatMap((cookie) => shapes.map((value) => cookie.serialize(value)));
  return (await Promise.all(written)).map((line) => line.slice("any=".length).split(";", 1)[0] ?? "");
};

const withCookie = (cookie: string, path = "/") =>
  new Request(`http://localhost:3000${path}`, { headers: { host: "localhost:3000", cookie } });

const pages = ["/generate", "/timeline", "/settings/security", "/sign-in/second-step", "/sign-in/provider?code=1"];

it.each(pages)("no value of another cookie breaks %s, whoever reads it", async (page) => {
  const path = page.replace(/$|(?=\?)/, ".data");
  const session = await cookieFor(app, alice.sessionId);
  for (const value of [...(await values()), session.slice("linnet=".length)]) {
    const others = ownCookies.map((name) => `linnet_${name}=${value}`).join("; ");
    for (const cookie of [`linnet=${value}; ${others}`, `${session}; ${others}`]) {
      const answer = await route(withCookie(cookie, path));
      expect(answer.status, value).toBeLessThan(500);
      expect(await answer.text(), value).not.toMatch(/Unexpected Server Error|SanitizedError|TypeError/);
    }
  }
});

it("what is no session signs nobody in or out, and a sign-in goes on", async () => {
  const admitted = await findAdmitted(app, alice.user.id);
  if (!admitted) throw new Error("She is somebody");
  for (const value of await values()) {
    const request = withCookie(`linnet=${value}`);
    expect(await findSignedIn(app, request)).toBeNull();
    expect(await signOutBrowser(app, request)).toMatch(/^linnet=;/);
    expect((await signInBrowser(app, request, admitted)).sessionId).toMatch(/^[\w-]{43}$/);
  }
});

it("a signature is for one name: what another cookie carries is none of this one", async () => {
  for (const name of ownCookies)
    for (const other of ownCookies.filter((one) => one !== name)) {
      const [, value = ""] = /=([^;]+)/.exec(await ownCookie(app.config, other, minutes(1)).serialize("an id")) ?? [];
      for (const lasts of [minutes(1), days(30)])
        expect(await ownCookie(app.config, name, lasts).parse(`linnet_${name}=${value}`)).toBeNull();
      expect(await ownCookie(app.config, other, minutes(1)).parse(`linnet_${other}=${value}`)).toBe("an id");
    }
});

it("a browser that an earlier version knew is still known", async () => {
  const before = createCookie("linnet_known", { secrets: app.config.sessionSecrets });
  const cookie = (await before.serialize("an id")).split(";", 1)[0] ?? "";
  expect(await readOwnBrowser(app, withCookie(cookie))).toBe("an id");
});

it("each is named in SECURITY.md, with what it holds and for how long", () => {
  const page = readFileSync("SECURITY.md", "utf8");
  for (const name of ownCookies) expect(page).toContain(`\`linnet_${name}\``);
});
