// What stands round every page, and what its head says: to a guest, to a person, and where a page breaks or is nowhere.
import { sql } from "kysely";
import { expect } from "vitest";
import { accountMessages } from "~/ground/messages";
import { setApp } from "~/app.server";
import { ask } from "~tests/support/document";
import { createTestApp } from "~tests/support/app";
import { makeStage, test } from "../support/people";
import { linksOf, placeOf, placesOf, sentTo, told, verbsOf, wordsOf } from "../support/seen";

const main = ["/generate", "/bot", "/timeline", "/strategy", "/product-analyse"];
const places = ["Generate", "Bot", "Timeline", "Strategy", "Analyse"];

test("every page has the same frame, with who is here and where one stands", async ({ stage }) => {
  const { guest, asAlice, asBob } = stage;
  for (const [who, path, status, title, here, crumb] of [
    [guest, "/generate?topic=bees", 200, "Generate · Linnet", "/generate", "Input"],
    [asAlice, "/timeline?week=2", 200, "Timeline · Linnet", "/timeline", "Timeline"],
    [asAlice, "/bot", 200, "Bot · Linnet", "/bot", "Bot"],
    [asAlice, "/strategy", 200, "Strategy · Linnet", "/strategy", "Strategy"],
    [asAlice, "/product-analyse", 200, "Analyse · Linnet", "/product-analyse", "Analysis Tool"],
    [asAlice, "/nowhere", 404, "Not found · Linnet", null, "Not found"],
    [asAlice, "/doctor", 200, "Setup check · Linnet", null, "Setup check"],
    [asAlice, "/go-live", 200, "Go live · Linnet", null, "Go live"],
    [asBob, "/timeline", 200, "Timeline · Linnet", "/timeline", "Timeline"],
  ] as const) {
    const page = await who.get(path);
    expect({ path, status: page.status, title: page.title }).toEqual({ path, status, title });
    const [nav, more] = placesOf(page, "#nav nav");
    if (!nav || !more) throw new Error(`${path} has no navigation`);
    expect([linksOf(nav), wordsOf(nav, "a")]).toEqual([main, places]);
    expect(linksOf(more)).toEqual(["/ideas", "/worked"]);
    // What is unsent is counted for a person alone.
    expect(wordsOf(more, "a")[0]).toMatch(who === guest ? /^\D+$/ : /0/);
    const current = placesOf(page, "#nav [aria-current=page]").map((link) => link.getAttribute("href"));
    expect(current).toEqual(here === null ? [] : [here]);
    const crumbs = wordsOf(placeOf(page, "nav[aria-label=Breadcrumb]"), "li");
    expect(crumbs).toEqual(["Dashboards", crumb]);
    const panel = `${path}${path.includes("?") ? "&" : "?"}panel=`;
    const name = who === guest ? "Log in" : "Your account";
    const face = ask(page.html, "header").getByRole("link", { name });
    expect([face.getAttribute("href"), face.textContent]).toEqual([
      `${panel}sidebar`,
      who === guest ? "" : who === asAlice ? "a" : "b",
    ]);
    expect(linksOf(placeOf(page, "[role=region][aria-label=Sandbox]"))).toEqual([
      who === asAlice ? "/go-live" : `${panel}help`,
    ]);
  }
});

test("a page's head and its edges are those of every page", async ({ stage }) => {
  const page = await stage.guest.get("/generate?topic=bees");
  const body = placeOf(page);
  expect(linksOf(body)[0]).toBe("#main");
  const [skipped] = placesOf(page, "#main");
  expect([skipped?.tagName, skipped?.getAttribute("tabindex")]).toEqual(["MAIN", "-1"]);
  const [burger] = placesOf(page, "header button[popovertarget]");
  expect([burger?.getAttribute("popovertarget"), burger?.getAttribute("aria-label")]).toEqual(["nav", "Menu"]);
  expect(placeOf(page, "#nav").getAttribute("popover")).toBe("auto");
  expect(placeOf(page, "aside").querySelector("a")?.getAttribute("href")).toBe("/generate");
  const head = (selector: string, name: string) =>
    placesOf(page, `head ${selector}`).map((element) => element.getAttribute(name));
  expect(placesOf(page, "head [charset=utf-8]")).toHaveLength(1);
  expect(head("[name=viewport]", "content")).toEqual(["width=device-width, initial-scale=1"]);
  expect(head("[name=color-scheme]", "content")).toEqual(["light dark"]);
  expect(head("[rel=icon]", "href")).toEqual(["/favicon.svg"]);
  expect(head("[rel=stylesheet]", "href").length).toBeGreaterThan(0);
  // Nothing is painted before the end is there.
  expect(head("[rel=expect]", "href")).toEqual(["#page-end"]);
  expect(head("[rel=expect]", "blocking")).toEqual(["render"]);
  expect(placeOf(page, "#page-end").hasAttribute("hidden")).toBe(true);
  for (const live of ["polite", "assertive"])
    expect(placesOf(page, `.sheet > div > [aria-live=${live}]`)).toHaveLength(1);
});

test("what lies behind a panel can't be reached, and a press beside the panel closes it", async ({ stage }) => {
  const covered = await stage.asAlice.get("/timeline?panel=sidebar");
  const [shell] = placesOf(covered, "[inert]");
  expect(shell?.querySelector("main")).toBeTruthy();
  expect(shell?.querySelector("dialog")).toBeNull();
  const backdrop = placesOf(covered, "body > a[aria-hidden]");
  expect(backdrop.map((link) => [link.getAttribute("href"), link.getAttribute("tabindex")])).toEqual([
    ["/timeline", "-1"],
  ]);
  expect(placeOf(covered, "dialog").hasAttribute("open")).toBe(true);
  const open = await stage.asAlice.get("/timeline");
  expect([...placesOf(open, "[inert]"), ...placesOf(open, "body > a[aria-hidden]")]).toEqual([]);
});

test("the page keeps the look that was chosen, and no other", async ({ stage }) => {
  const { asAlice, asBob } = stage;
  for (const [theme, look] of [
    ["dark", "dark"],
    ["light", "light"],
    ["system", null],
  ] as const) {
    const settings = "/timeline?panel=settings";
    const came = await asAlice.post(settings, { intent: "set-theme", theme });
    expect(came.to).toBe(settings);
    const shown = await asAlice.get(settings);
    expect(placeOf(shown, "html").getAttribute("data-theme")).toBe(look);
    expect(placeOf(shown, "html").getAttribute("lang")).toBe("en");
    const pressed = verbsOf(placeOf(shown, "dialog")).filter((verb) => verb.endsWith("(pressed)"));
    expect(pressed).toEqual([`set-theme theme=${theme} (pressed)`]);
    expect(placeOf(await asBob.get("/generate"), "html").getAttribute("data-theme")).toBeNull();
  }
});

test("a page whose accounts can't be read, or that breaks, says so and keeps its frame", async ({ stage }) => {
  const { app, asAlice } = stage;
  await sql`alter table accounts rename to gone`.execute(app.db);
  const path = "/generate?topic=bees";
  const page = await asAlice.get(path);
  expect([page.status, page.title]).toEqual([200, "Generate · Linnet"]);
  const body = placeOf(page, "main");
  expect(told(body, "alert")).toEqual([accountMessages.load]);
  expect(linksOf(body)).toContain(path);
  // The topic is kept, and may be sent.
  expect(verbsOf(body)).toEqual(["generate topic=bees parts= webSearch=off"]);
  expect(sentTo(body)).toEqual([path]);
  const panel = placeOf(await asAlice.get("/strategy?panel=sidebar"), "dialog");
  expect(told(panel, "alert")).toEqual([accountMessages.list]);
  expect(verbsOf(panel)).toEqual(["sign-out"]);
  expect(linksOf(panel)).toEqual(["/strategy", "/strategy?panel=settings", "/strategy?panel=help"]);
  await sql`alter table users rename to nobody`.execute(app.db);
  const broken = await asAlice.get("/timeline");
  expect([broken.status, broken.title]).toEqual([500, "Linnet"]);
  expect(linksOf(placeOf(broken))).toEqual(["/timeline"]);
  expect(broken.html).not.toMatch(/no such table|SQLITE|nobody/);
});

test("an address that is nowhere is 404 and takes no form, and its panels open on a page that does", async ({
  stage,
}) => {
  const { guest } = stage;
  const page = await guest.get("/no/such?x=1");
  expect([page.status, page.title, linksOf(placeOf(page, "main"))]).toEqual([404, "Not found · Linnet", ["/generate"]]);
  const { status, to } = await guest.get("/no/such?panel=login&x=1");
  expect([status, to]).toEqual([303, "/generate?panel=login&x=1"]);
  const posted = await guest.post("/no/such", { intent: "set-theme", theme: "dark" });
  expect([posted.status, posted.title, linksOf(placeOf(posted))]).toEqual([405, "Linnet", ["/generate"]]);
  expect(posted.html).not.toBe(page.html);
  expect(placeOf(await guest.get("/generate"), "html").getAttribute("data-theme")).toBeNull();
});

test("a live server says nothing of a sandbox, and what is live and what is not is told apart", async () => {
  const keys = { X_API_KEY: "key", X_API_SECRET: "secret" };
  const [forX, forGemini] = [["X_API_KEY", "X_API_SECRET"], ["GEMINI_API_KEY"]];
  const callback = "http://localhost:3000/api/twitter-auth/callback";
  for (const [env, banner, posts, writer, missing] of [
    [{}, ["Sandbox"], /sandbox/, /demo/, [...forX, callback, ...forGemini]],
    [keys, ["Demo writer"], /^X$/, /demo/, forGemini],
    [{ GEMINI_API_KEY: "key" }, ["Sandbox"], /sandbox/, /^Gemini$/, [...forX, callback]],
    [{ ...keys, GEMINI_API_KEY: "key" }, [], /^X$/, /^Gemini$/, []],
  ] as const) {
    const stage = await makeStage();
    const live = await createTestApp({ env: { RATE_LIMITS: "off", ...env } });
    Object.assign(stage.app, { network: live.network, ai: live.ai });
    setApp(stage.app);
    for (const who of ["asAlice", "asBob"] as const) {
      const page = await stage[who].get("/generate?panel=help");
      const regions = placesOf(page, "[role=region]");
      expect(regions.map((region) => region.getAttribute("aria-label"))).toEqual(banner);
      expect(regions.flatMap(linksOf)).toEqual(
        banner.map(() => (who === "asAlice" ? "/go-live" : "/generate?panel=help")),
      );
      const both = banner.length > 0 && Object.keys(env).length === 0;
      expect(regions.flatMap((region) => wordsOf(region, "p"))).toHaveLength(both ? 2 : banner.length);
      const help = placeOf(page, "dialog");
      const [, , , , where, by, ...more] = wordsOf(help, "dd");
      const release = more.find((words) => !/^(?:Linnet asks|As X listed)/.test(words));
      expect([where, by]).toEqual([expect.stringMatching(posts), expect.stringMatching(writer)]);
      // What may be set, and which Linnet this is, is its operator's to know.
      expect(release).toBe(who === "asAlice" ? "RELEASE" : undefined);
      expect(linksOf(help).includes("/doctor")).toBe(who === "asAlice");
      expect(wordsOf(help, "li code")).toEqual(missing);
    }
    await live.close();
    await stage.close();
  }
});
