// The steps to go live: for admins alone, with what the setup check says, and with no key's value.
import { tmpdir } from "node:os";
import { expect, test as plain } from "vitest";
import { createTestApp } from "~tests/support/app";
import { setApp } from "~/app.server";
import { toView } from "~/screens/doctor/go-live/to-view.server";
import { makeStage, test } from "../support/people";
import { linksOf, placeOf, placesOf, wordsOf } from "../support/seen";

const path = "/go-live";

test("the four steps are there for an admin, for nobody else, and lines of .env without a value", async ({ stage }) => {
  const { app, asAlice, asBob, guest } = stage;
  Object.assign(app.config, { dataDir: tmpdir() });
  app.work.lastTickAt = () => app.clock.monotonic();
  const page = await asAlice.get(path);
  const main = placeOf(page, "main");
  expect([page.status, wordsOf(main, "h1"), wordsOf(main, "h2")]).toEqual([
    200,
    ["Go live"],
    [
      "An AI that writes To do",
      "An X app that posts To do",
      "Limits before the first post Done",
      "Restart and check To do",
    ],
  ]);
  expect(main.textContent).toContain("1 of 4 steps done.");
  expect(placeOf(page, "pre").textContent).toBe("GEMINI_API_KEY=\nX_API_KEY=\nX_API_SECRET=");
  expect(linksOf(main)).toEqual(["/doctor", "https://aistudio.google.com", "https://console.x.com"]);
  expect(placeOf(page, 'input[aria-label="Callback URL"]').getAttribute("value")).toBe(
    "http://localhost:3000/api/twitter-auth/callback",
  );
  const checks = wordsOf(main, ".checked strong");
  for (const title of ["Gemini: key", "X: key and secret", "X: callback URL", "X: permission", "Address"])
    expect(checks).toContain(title);
  expect(wordsOf(main, ".costs td")).toEqual(expect.arrayContaining(["Post", "$0.015", "$1.35", "5 tweets", "$0.001"]));
  const bobs = await asBob.get(path);
  expect([bobs.status, placesOf(bobs, "[class*=live]")]).toEqual([404, []]);
  const sent = await guest.get(path);
  expect([sent.status, sent.to]).toEqual([303, "/generate?panel=login"]);
});

test("an admin is led there from the input, the strip, Help and the setup check; others keep Help", async ({
  stage,
}) => {
  const { asAlice, asBob } = stage;
  const key = async (who: typeof asAlice) => {
    const main = placeOf(await who.get("/generate"), "main");
    return [...main.querySelectorAll("a")].filter(({ textContent }) => textContent === "How to add a key");
  };
  expect((await key(asAlice)).map((link) => link.getAttribute("href"))).toEqual([path]);
  expect(await key(asBob)).toEqual([]);
  for (const from of ["/doctor", "/settings/voice", "/generate?panel=help"])
    expect(linksOf(placeOf(await asAlice.get(from), "body")), from).toContain(path);
  for (const from of ["/settings/voice", "/generate?panel=help"])
    expect(linksOf(placeOf(await asBob.get(from), "body")), from).not.toContain(path);
});

plain("keys that are set are named by no value, and where nothing is missing no line is", async () => {
  const planted = { GEMINI_API_KEY: "planted-gemini-1", X_API_KEY: "planted-x-2", X_API_SECRET: "planted-secret-3" };
  const stage = await makeStage();
  const live = await createTestApp({ env: { RATE_LIMITS: "off", ...planted } });
  const { gemini, x } = live.config;
  Object.assign(stage.app, { ai: live.ai });
  // Nothing is asked of the real services: the loopback refuses at once.
  Object.assign(stage.app.config, { gemini: gemini && { ...gemini, baseUrl: "http://127.0.0.1:9" }, x });
  setApp(stage.app);
  const page = await stage.asAlice.get(path);
  expect([page.status, placeOf(page, "pre").textContent]).toEqual([200, "X_API_KEY=\nX_API_SECRET="]);
  for (const value of Object.values(planted)) expect(page.html).not.toContain(value);
  await live.close();
  await stage.close();
});

const fetched: Parameters<typeof toView>[0] = {
  findings: [],
  callbackUrl: "https://linnet.example/api/twitter-auth/callback",
  appOrigin: "https://linnet.example",
  hasWriter: true,
  isOnX: true,
  dailyPostLimit: 0,
  dailySpendLimit: 5,
  now: Date.UTC(2026, 10, 28),
};
const check = (id: string, state: "good" | "bad" | "off") => ({
  id,
  state,
  title: id,
  message: "",
  todo: null,
  copy: null,
});

plain("a step is done where it is set and nothing of it is wrong; a limit that is off is a warning", () => {
  const all = toView(fetched);
  expect(all.lead).toMatch(/^4 of 4 /);
  expect([all.restart.lines, all.limits.checks[0]]).toEqual([
    [],
    expect.objectContaining({ state: "check", title: "No daily post limit" }),
  ]);
  const wrong = toView({
    ...fetched,
    findings: [check("x-callback", "bad"), check("disk", "good"), check("proxy", "off")],
  });
  expect([wrong.network.state, wrong.restart.state]).toEqual(["bad", "todo"]);
  // What is right is one line; what there is nothing to check of is left out.
  expect(wrong.restart.checks.map(({ title }) => title)).toEqual(["Address", "disk"]);
});
