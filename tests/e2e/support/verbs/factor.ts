// The verbs of the second step: at sign-in, and in Settings.
import { password } from "../../../support/people/browser";
import { switchOnFor, type VisitorsApp } from "../../../support/people/browser-factor";
import { digitsOf } from "../../../support/digits";
import { loseCookies } from "../places";
import { button, insertPasskey, type Stage, type Verb, within } from "./stage";

const security = "/settings/security";

async function openStep({ page, arrive }: Stage, step: string, kept = true): Promise<VisitorsApp> {
  const { visitor } = await arrive("alice", { linked: false });
  const factor = await switchOnFor(visitor, { kept });
  await page.goto(`${security}?step=${step}`);
  return factor;
}

async function openProof(stage: Stage, step: string): Promise<void> {
  const { codes } = await openStep(stage, step);
  await within(stage.page).getByLabel("Your password").fill(password);
  await within(stage.page)
    .getByLabel("6-digit code")
    .fill(codes[0] ?? "");
}

export const factor = {
  "second-step": {
    async come({ page, arrive }) {
      const { visitor } = await arrive("alice", { linked: false });
      const { next } = await switchOnFor(visitor);
      await loseCookies(page);
      await page.goto("/timeline?panel=login");
      await within(page).getByLabel("Email").fill(visitor.email);
      await within(page).getByLabel("Password").fill(password);
      await within(page).getByRole("button", { name: "Sign In" }).click();
      await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
      await page.getByLabel("6-digit code").fill(next());
    },
    guest: "told in it",
    press: (page) => button(page, "Continue").click(),
    message: null,
    focus: /^a Continue$/,
  },
  "set-up-factor": {
    async come({ page, arrive }) {
      await arrive("alice", { linked: false });
      await page.goto(security);
    },
    press: (page) => button(page, "Set up").click(),
    message: null,
    focus: /^input/,
  },
  "switch-on-factor": {
    async come({ page, arrive }) {
      await arrive("alice", { linked: false });
      await page.goto(security);
      await button(page, "Set up").click();
      const key = await within(page).locator(".secret code").innerText();
      await within(page).getByLabel("Your password").fill(password);
      await within(page).getByLabel("6-digit code").fill(digitsOf(key, Date.now()));
    },
    press: (page) => button(page, "Turn on").click(),
    message: null,
    focus: /^a Close$/,
  },
  "renew-codes": {
    come: (stage) => openProof(stage, "renew"),
    press: (page) => button(page, "Generate new codes").click(),
    message: null,
    focus: /^a Close$/,
  },
  "switch-off-factor": {
    come: (stage) => openProof(stage, "remove"),
    press: (page) => button(page, "Remove").click(),
    message: /^Authenticator app removed$/,
    focus: /^h1 Settings$|^button Set up$|^h2/,
  },
  "keep-codes": {
    async come(stage) {
      await openStep(stage, "codes", false);
      await stage.page.getByLabel("I’ve saved my recovery codes").check();
    },
    press: (page) => button(page, "Done").click(),
    message: /^Recovery codes saved$/,
    focus: /^h1 Settings$|^h2/,
  },
  "add-passkey": {
    serverKind: "named",
    async come({ page, arrive }) {
      await arrive("alice", { linked: false });
      await page.goto(`${security}?step=passkey`);
      await within(page).getByLabel("Your password").fill(password);
    },
    press: (page) => button(page, "Continue").click(),
    message: null,
    focus: /^input/,
  },
  "rename-passkey": {
    async come(stage) {
      const { visitor } = await stage.arrive("alice", { linked: false });
      await stage.page.goto(`${security}?step=passkey-name&passkey=${insertPasskey(stage, visitor)}`);
      await within(stage.page).getByLabel("Name").fill("Kitchen");
    },
    press: (page) => button(page, "Save").click(),
    message: /^Passkey renamed$/,
    focus: /^h1 Settings$|^h2/,
  },
  "remove-passkey": {
    async come(stage) {
      const { visitor } = await stage.arrive("alice", { linked: false });
      const { codes } = await switchOnFor(visitor);
      await stage.page.goto(`${security}?step=passkey-gone&passkey=${insertPasskey(stage, visitor)}`);
      await within(stage.page).getByLabel("Your password").fill(password);
      await within(stage.page)
        .getByLabel("6-digit code")
        .fill(codes[0] ?? "");
    },
    press: (page) => button(page, "Remove").click(),
    message: /^Passkey removed$/,
    focus: /^h1 Settings$|^h2/,
  },
} satisfies Record<string, Verb>;
