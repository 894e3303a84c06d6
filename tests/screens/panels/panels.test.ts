// The panel and the modals that every screen has: what each offers a guest and a person, and where its links lead.
import { expect } from "vitest";
import { messages, passwordHint } from "~/features/users/user";
import { ask } from "~tests/support/document";
import { makeStage, test } from "../support/people";
import { focusIn, linksOf, placeOf, placesOf, sentTo, verbsOf, wordsOf } from "../support/seen";

const at = (panel: string) => `/strategy?panel=${panel}&x=1`;
const bare = "/strategy?x=1";
const looks = ["set-theme theme=system (pressed)", "set-theme theme=light", "set-theme theme=dark"];

interface Shown {
  verbs?: string[];
  /** The first closes it. */
  links: string[];
  /** The field or the way that has the focus. */
  focus?: string;
}

const account = (id: number, isDefault: boolean) => ({
  verbs: [`set-default accountId=${id}${isDefault ? " (pressed)" : ""}`, `pause-account accountId=${id}`],
  links: [`/settings/voice?account=${id}`, `/settings/hours?account=${id}`],
});
const [two, one] = [account(1, false), account(2, true)];
const inSettings = [at("settings"), at("settings")];

/** A panel that is not here is shown to neither. */
const panels: Record<string, { guest?: Shown; alice?: Shown }> = {
  sidebar: {
    guest: { links: [bare, at("login"), at("register"), at("settings"), at("help")] },
    alice: {
      verbs: [...two.verbs, ...one.verbs, "sign-out"],
      links: [
        ...[bare, ...two.links, `${bare}&unlink=1`, ...one.links, `${bare}&unlink=2`],
        ...["/accounts/connect", at("settings"), at("help")],
      ],
    },
  },
  settings: {
    guest: { verbs: looks, links: [bare] },
    alice: {
      verbs: ["set-timezone timezone=Europe/Berlin", ...looks, "set-preferences waitsToPost=off hasKeys=on"],
      links: [
        ...[bare, "/settings/programs", "/api/docs", "/settings/export?format=json", "/settings/export?format=csv"],
        ...["/settings/alerts", at("password"), at("everywhere"), at("leave")],
      ],
    },
  },
  help: {
    guest: { links: [bare, at("keys"), "/api/docs"] },
    alice: { links: [bare, at("keys"), "/api/docs", "/go-live", "/doctor"] },
  },
  keys: { guest: { links: [bare] }, alice: { links: [bare] } },
  login: {
    guest: {
      verbs: ["sign-in email= password=", "sign-in passkey="],
      links: [bare, at("register"), bare],
      focus: "email",
    },
  },
  register: {
    guest: {
      verbs: ["create-account email= password= phone= timezoneGuess=UTC timezone=UTC"],
      links: [bare, at("login"), bare],
      focus: "email",
    },
  },
  left: { guest: { links: [bare], focus: bare } },
  // Who comes with no cookie at all is told where a sign-in is kept.
  success: {
    guest: { links: ["http://localhost:3000"], focus: "http://localhost:3000" },
    alice: { links: [bare], focus: bare },
  },
  password: {
    alice: {
      verbs: ["change-password password= newPassword= revokesKeys=off"],
      links: inSettings,
      focus: "password",
    },
  },
  "password-changed": { alice: { links: [bare], focus: bare } },
  everywhere: { alice: { verbs: ["sign-out-everywhere revokesKeys=on"], links: inSettings } },
  leave: {
    alice: { verbs: ["delete-my-account password= sure=off"], links: inSettings, focus: "password" },
  },
  night: { alice: { links: inSettings } },
};
const nobodys = ["error", "unlink", "constructor"];

test("each panel, as a guest and as a person sees it", async ({ stage }) => {
  for (const name of [...Object.keys(panels), ...nobodys])
    for (const [who, browser] of [
      ["guest", stage.guest],
      ["alice", stage.asAlice],
    ] as const) {
      const page = await browser.get(at(name));
      const shown = panels[name]?.[who];
      const seen = placesOf(page, "dialog").map((dialog) => ({
        verbs: verbsOf(dialog),
        links: linksOf(dialog),
        focus: focusIn(dialog),
        sentTo: sentTo(dialog),
        live: [...dialog.querySelectorAll("[aria-live]")].map((region) => region.getAttribute("aria-live")),
        named: wordsOf(dialog, `[id="${dialog.getAttribute("aria-labelledby")}"]`).join().length > 0,
      }));
      const { verbs = [], links = [], focus = null } = shown ?? {};
      const heard = { live: ["polite", "assertive"], named: true };
      const expected = { verbs, links, focus, sentTo: verbs.length > 0 ? [at(name)] : [], ...heard };
      expect({ name, who, seen }).toEqual({ name, who, seen: shown ? [expected] : [] });
    }
});

test("the panel says who is here, and another person's has their own account alone", async ({ stage }) => {
  const heading = async (who: "guest" | "asAlice" | "asBob") => {
    const panel = placeOf(await stage[who].get("/timeline?panel=sidebar"), "dialog");
    return { said: wordsOf(panel, "h2"), verbs: verbsOf(panel), avatars: wordsOf(panel, ".who span") };
  };
  expect((await heading("guest")).said).toEqual(["Not logged in Please sign in"]);
  const { verbs, avatars, said } = await heading("asAlice");
  expect(said).toEqual(["alice@linnet.example ID ID-OF-ALICE"]);
  expect(avatars).toEqual(["ID ID-OF-ALICE", "@alice_two", "@alice_one"]);
  expect(verbs).toHaveLength(5);
  const bob = await stage.asBob.get("/timeline?panel=sidebar");
  expect(placesOf(bob, "dialog link[rel=stylesheet]")).toHaveLength(1);
  const panel = placeOf(bob, "dialog");
  expect(wordsOf(panel, "h2")).toEqual(["bob@linnet.example ID ID-OF-BOB"]);
  expect(verbsOf(panel)).toEqual(["set-default accountId=3 (pressed)", "pause-account accountId=3", "sign-out"]);
  expect(linksOf(panel)).toEqual([
    ...["/timeline", "/settings/voice?account=3", "/settings/hours?account=3", "/timeline?unlink=3"],
    ...["/accounts/connect", "/timeline?panel=settings", "/timeline?panel=help"],
  ]);
  expect(bob.html).not.toContain("alice");
});

test("each account's controls are named after it", async ({ stage }) => {
  const panel = ask((await stage.asAlice.get(at("sidebar"))).html, "dialog");
  for (const [handle, id] of [
    ["@alice_two", 1],
    ["@alice_one", 2],
  ] as const) {
    for (const [words, href] of [
      ["Voice", `/settings/voice?account=${id}`],
      ["Posting hours", `/settings/hours?account=${id}`],
      ["Delete", `${bare}&unlink=${id}`],
    ] as const) {
      const link = panel.getByRole("link", { name: new RegExp(`${words}.* ${handle}$`) });
      expect(link.getAttribute("href")).toBe(href);
    }
    const pause = panel.getByRole("button", { name: `Pause ${handle}` });
    expect(pause.closest("form")?.querySelector("[name=accountId]")?.getAttribute("value")).toBe(String(id));
  }
});

test("the settings say what is known of who is here, and to a guest that they are one", async ({ stage }) => {
  const facts = async (who: "guest" | "asAlice" | "asBob") =>
    wordsOf(placeOf(await stage[who].get(at("settings")), "dialog"), "dd");
  const address = "http://localhost:3000";
  expect(await facts("guest")).toEqual(["Guest", address]);
  expect((await facts("asAlice")).slice(0, 5)).toEqual([
    ...["ID-OF-ALICE", "alice@linnet.example", "Not set", "Europe/Berlin", address],
  ]);
  expect((await facts("asBob")).slice(0, 4)).toEqual(["ID-OF-BOB", "bob@linnet.example", "Not set", "UTC"]);
  const files = placesOf(await stage.asAlice.get(at("settings")), 'a[href^="/settings/export"]');
  expect(files.map((link) => link.getAttribute("href"))).toEqual([
    ...["/settings/export?format=json", "/settings/export?format=csv"],
  ]);
});

test("the help lists keys of one character to who has them on", async ({ stage }) => {
  const keys = async (who: "guest" | "asAlice") => wordsOf(placeOf(await stage[who].get(at("keys")), "dialog"), "dt");
  const everybodys = ["Ctrl+Enter", "Ctrl+Z", "Escape", "Arrows"];
  expect(await keys("guest")).toEqual(everybodys);
  expect(await keys("asAlice")).toEqual(["/", "?", ...everybodys]);
  await stage.asAlice.post(at("settings"), { intent: "set-preferences" });
  expect(await keys("asAlice")).toEqual(everybodys);
});

test("the words of signing in and of an account are those of the specification", async ({ stage }) => {
  const { guest, asAlice } = stage;
  const shown = async (who: typeof guest, panel: string) => ask((await who.get(at(panel))).html, "dialog");
  const menu = await shown(guest, "sidebar");
  for (const [name, panel] of [
    ["Sign In", "login"],
    ["Create Account", "register"],
    ["Settings", "settings"],
    ["Help & Support", "help"],
  ] as const)
    expect(menu.getByRole("link", { name }).getAttribute("href")).toBe(at(panel));
  expect((await shown(asAlice, "sidebar")).getByRole("button", { name: "Sign out" })).toBeTruthy();
  for (const [panel, button, other, to] of [
    ["login", "Sign In", "Create Account", "register"],
    ["register", "Create Account", "Sign In", "login"],
  ] as const) {
    const modal = await shown(guest, panel);
    expect(modal.getByRole("heading", { name: button })).toBeTruthy();
    expect(modal.getByRole("button", { name: button }).getAttribute("type")).toBe("submit");
    expect(modal.getByRole("link", { name: "Cancel" }).getAttribute("href")).toBe(bare);
    expect(modal.getByRole("link", { name: other }).getAttribute("href")).toBe(at(to));
  }
  const register = placeOf(await guest.get(at("register")), "dialog");
  const hint = register.querySelector("[name=password]")?.getAttribute("aria-describedby");
  expect(wordsOf(register, `[id="${hint}"]`)).toEqual([passwordHint]);
  expect(passwordHint).toBe("Password must include letters + numbers and be at least 8 characters");
  const success = await shown(asAlice, "success");
  expect(success.getByRole("heading", { name: "Login Successful!" })).toBeTruthy();
  expect(success.getByText("Welcome, alice@linnet.example")).toBeTruthy();
  expect(success.getByRole("link", { name: "Continue" }).getAttribute("href")).toBe(bare);
});

test("a browser is told what each field of a password and of an address is, and judges none of them", async ({
  stage,
}) => {
  const fields = async (who: "guest" | "asAlice", panel: string) => {
    const dialog = placeOf(await stage[who].get(at(panel)), "dialog");
    const form = dialog.querySelector("form");
    expect(form?.hasAttribute("novalidate")).toBe(true);
    const named = [...dialog.querySelectorAll("[autocomplete]")];
    return named.map((field) =>
      [field.getAttribute("name") ?? "–", field.getAttribute("type"), field.getAttribute("autocomplete")].join(" "),
    );
  };
  expect(await fields("guest", "login")).toEqual(["email email email", "password password current-password"]);
  expect(await fields("guest", "register")).toEqual([
    ...["email email email", "password password new-password", "phone tel tel"],
  ]);
  // The address is there for who keeps passwords, and is not sent.
  const whose = "– text username";
  expect(await fields("asAlice", "password")).toEqual([
    ...[whose, "password password current-password", "newPassword password new-password"],
  ]);
  expect(await fields("asAlice", "everywhere")).toEqual([whose]);
  expect(await fields("asAlice", "leave")).toEqual([whose, "password password current-password"]);
  const [hidden] = placesOf(await stage.asAlice.get(at("leave")), "[autocomplete=username]");
  expect(hidden?.getAttribute("value")).toBe("alice@linnet.example");
});

test("a closed server lets nobody in and says whom to ask; the first person is its operator", async () => {
  for (const [contact, href] of [
    ["https://linnet.example/help", "https://linnet.example/help"],
    ["bird@linnet.example", "mailto:bird@linnet.example"],
  ] as const) {
    const stage = await makeStage({ OPERATOR_CONTACT: contact });
    Object.assign(stage.app.config, { registration: "closed" });
    const closed = placeOf(await stage.guest.get("/timeline?panel=register&week=1"), "dialog");
    expect([wordsOf(closed, "h2"), verbsOf(closed)]).toEqual([[messages.closed], []]);
    expect(linksOf(closed)).toEqual(["/timeline?panel=login&week=1"]);
    const { guest, asAlice, asBob } = stage;
    for (const [who, way] of [
      [guest, []],
      [asBob, []],
      [asAlice, ["/go-live", "/doctor"]],
    ] as const)
      expect(linksOf(placeOf(await who.get(at("help")), "dialog")).slice(1)).toEqual([
        ...[href, at("keys"), "/api/docs", ...way],
      ]);
    await stage.close();
  }
});
