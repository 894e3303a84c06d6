// Forms of the panel and the modals that are refused: what stays in them, and where and what is told.
import { expect } from "vitest";
import { callMessages } from "~/ground/messages";
import { messages } from "~/features/users/user";
import { password } from "~tests/support/people/make";
import { test } from "../support/people";
import { focusIn, placeOf, placesOf, refusedIn, told, verbsOf } from "../support/seen";

type Who = "guest" | "asAlice" | "asBob";
type Fields = Record<string, string>;

interface Refusal {
  status: number;
  /** What the form would now send: what was typed, but no password. */
  kept: string;
  /** What is wrong, by field. */
  fields?: Fields;
  /** What is told of the form as a whole. */
  above?: string;
  /** It stands over the modal as well. */
  alert?: boolean;
  focus?: string | null;
}

const wrong = "a secret that is wrong";
const next = "a secret that 1 knows";
const { missing, email, password: weak, emailTaken, wrong: unknown, zone } = messages;
const signUp = { intent: "create-account", phone: "+49 30 1234", timezone: "Asia/Tokyo", timezoneGuess: "UTC" };
const notHers = "This account isn’t connected.";
const notHisForms = "set-default accountId=3 (pressed)";
const settings = "set-timezone timezone=Europe/Berlin";

const refusals: [Who, panel: string, sent: Fields, Refusal][] = [
  [
    ...(["guest", "login", { intent: "sign-in", email: "alice@linnet.example", password: wrong }] as const),
    { status: 401, kept: "sign-in email=alice@linnet.example password=", above: unknown, alert: true, focus: "email" },
  ],
  [
    ...(["guest", "login", { intent: "sign-in", email: "no address", password: "" }] as const),
    { status: 422, kept: "sign-in email=no address password=", fields: { password: missing }, focus: "password" },
  ],
  [
    ...(["guest", "login", { intent: "sign-in", email: "a@linnet.example", password: "" }] as const),
    { status: 422, kept: "sign-in email=a@linnet.example password=", fields: { password: missing }, focus: "password" },
  ],
  [
    ...(["guest", "register", { ...signUp, email: "alice@linnet.example", password }] as const),
    {
      status: 409,
      kept: "create-account email=alice@linnet.example password= phone=+49 30 1234 timezoneGuess=UTC timezone=Asia/Tokyo",
      above: emailTaken,
      alert: true,
      focus: "email",
    },
  ],
  [
    ...(["guest", "register", { ...signUp, email: "nobody", password: "weak", phone: "x", timezone: "Mars" }] as const),
    {
      status: 422,
      kept: "create-account email=nobody password= phone=x timezoneGuess=UTC timezone=Mars",
      fields: { email, password: weak, timezone: zone },
      focus: "email",
    },
  ],
  [
    ...([
      "asAlice",
      "password",
      { intent: "change-password", password: wrong, newPassword: next, revokesKeys: "on" },
    ] as const),
    {
      status: 401,
      kept: "change-password password= newPassword= revokesKeys=on",
      fields: { password: "Wrong password." },
      focus: "password",
    },
  ],
  [
    ...(["asAlice", "password", { intent: "change-password", password, newPassword: "weak" }] as const),
    {
      status: 422,
      kept: "change-password password= newPassword= revokesKeys=off",
      fields: { newPassword: weak },
      focus: "newPassword",
    },
  ],
  [
    ...(["asAlice", "leave", { intent: "delete-my-account", password: wrong, sure: "on" }] as const),
    {
      status: 401,
      kept: "delete-my-account password= sure=on",
      fields: { password: "Wrong password." },
      focus: "password",
    },
  ],
  [
    ...(["asAlice", "leave", { intent: "delete-my-account", password }] as const),
    {
      status: 422,
      kept: "delete-my-account password= sure=off",
      fields: { sure: "" },
      above: "Select the box if you’re sure.",
      focus: "password",
    },
  ],
  [
    ...(["asAlice", "settings", { intent: "set-timezone", timezone: "Mars/Olympus" }] as const),
    { status: 422, kept: settings, fields: { timezone: zone } },
  ],
  [
    ...(["asAlice", "settings", { intent: "set-theme", theme: "pink" }] as const),
    { status: 422, kept: settings, above: "Choose system, light or dark." },
  ],
  [...(["asAlice", "settings", { intent: "nonsense" }] as const), { status: 422, kept: settings }],
  [
    ...(["guest", "settings", { intent: "set-timezone", timezone: "Asia/Tokyo" }] as const),
    { status: 401, kept: "set-theme theme=system (pressed)" },
  ],
  ...["set-default", "pause-account", "resume-account"].map((intent): [Who, string, Fields, Refusal] => [
    ...(["asBob", "sidebar", { intent, accountId: "2" }] as const),
    { status: 404, kept: notHisForms, above: notHers },
  ]),
];

test("a refused form of a modal keeps what was typed, never a password, and says why where it is met", async ({
  stage,
}) => {
  expect(stage.first.id).toBe(2);
  for (const [who, panel, sent, { status, kept, fields = {}, above, alert = false, focus = null }] of refusals) {
    const page = await stage[who].post(`/strategy?panel=${panel}&x=1`, sent);
    const [modal, over] = placesOf(page, "dialog");
    if (!modal) throw new Error(`Nothing is open after ${sent["intent"]}`);
    expect({ sent, status: page.status, to: page.to, kept: verbsOf(modal)[0] }).toEqual({
      sent,
      status,
      to: null,
      kept,
    });
    expect(refusedIn(modal)).toEqual(fields);
    expect(told(modal, "alert")).toEqual([...Object.values(fields), above ?? ""].filter(Boolean));
    expect(focusIn(modal)).toBe(focus);
    if (alert) expect(over?.querySelector("h2")?.textContent).toBe(above);
    if (alert) expect(over?.querySelector("form[method=dialog] button[autofocus]")?.textContent).toBe("OK");
    expect(placesOf(page, "dialog").map((dialog) => dialog.getAttribute("role"))).toEqual(
      alert ? [null, "alertdialog"] : [null],
    );
    expect(page.html).not.toMatch(/a secret that|perch on a wire/);
    if (who === "asBob") expect(page.html).not.toContain("alice");
  }
});

test("what a guest can't do in a modal of a person is told them in one with a single way on", async ({ stage }) => {
  for (const [panel, sent] of [
    ["password", { intent: "change-password", password, newPassword: next }],
    ["everywhere", { intent: "sign-out-everywhere" }],
    ["leave", { intent: "delete-my-account", password, sure: "on" }],
  ] as const) {
    const page = await stage.guest.post(`/strategy?panel=${panel}&x=1`, sent);
    const modal = placeOf(page, "dialog");
    expect([page.status, modal.querySelector("h2 [lang=zh]")?.textContent]).toEqual([401, callMessages.notSignedIn]);
    const ways = [...modal.querySelectorAll("a, button")].map((way) => way.getAttribute("href"));
    expect([ways, focusIn(modal), verbsOf(modal)]).toEqual([["/strategy?x=1"], "/strategy?x=1", []]);
    expect(page.html).not.toMatch(/a secret that|perch on a wire/);
  }
});

test("an account of somebody else's is not unlinked, and the question stands as it was", async ({ stage }) => {
  const question = `/strategy?unlink=${stage.first.id}&x=1`;
  const page = await stage.asAlice.post(question, { intent: "delete-account-link", accountId: String(stage.his.id) });
  const modal = placeOf(page, "dialog");
  expect([page.status, told(modal, "alert")]).toEqual([404, [notHers]]);
  expect(verbsOf(modal)).toEqual([`delete-account-link accountId=${stage.first.id}`]);
  expect(verbsOf(placeOf(await stage.asBob.get("/strategy?panel=sidebar"), "dialog"))).toContain(notHisForms);
});
