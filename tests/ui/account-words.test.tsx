// One word for one state of an account, in every place that names it; and the way to link it again beside each asking.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { stateOf } from "~/features/accounts/account";
import { Composer } from "~/features/generation/composer";
import { attentionText } from "~/features/publishing/rules/attention";
import { TaskModal } from "~/features/timeline/task-modal";
import { TweetLine } from "~/features/tweets/tweet-line";
import { AccountPill, ConnectLink } from "~/features/users/account-state";
import { type AccountState, accountWords, asksToConnect } from "~/features/users/account-words";
import { LinkedAccounts, type LinkedAccount } from "~/features/users/linked-accounts";
import { render } from "./render";
import { tweet } from "./tweet";

const states = Object.keys(accountWords) as AccountState[];
const viewer = { signedIn: true, accounts: 1, hasDefault: true };
const statusOf: Record<AccountState, LinkedAccount["status"]> = {
  active: "active",
  reconnect: "reconnect",
  blocked: "paused",
  paused: "paused",
};
const waiting = (state: AccountState) =>
  tweet({ status: "scheduled", when: "Today, 20:42", pausedBecause: state === "active" ? null : state });

/** Every place that says how an account stands. */
const places: Record<string, (state: AccountState) => ReactElement> = {
  "beside its name": (state) => <AccountPill state={state} username="alice" />,
  "the composer": (state) => (
    <Composer viewer={viewer} account={{ name: "Alice", username: "alice", state }} accountsHref="/" />
  ),
  "the panel": (state) => (
    <LinkedAccounts
      accounts={[
        {
          id: 1,
          username: "alice",
          displayName: "Alice",
          isDefault: true,
          status: statusOf[state],
          state,
          statusReason: null,
        },
      ]}
      connectHref="/accounts/connect"
      unlinkHref={String}
    />
  ),
  "a tweet's line": (state) => <TweetLine tweet={waiting(state)} sandbox={false} />,
  "a tweet's window": (state) => <TaskModal tweet={waiting(state)} sandbox={false} moment={null} closeTo="/" />,
  "the line at the head of every page": (state) => (
    <>
      {attentionText({
        failed: 0,
        needsConfirmation: 0,
        proposals: 0,
        reconnect: Number(state === "reconnect"),
        blocked: Number(state === "blocked"),
      })}
    </>
  ),
};

/** How a state sounds, as a word of its own or in a sentence; no other state may sound like it. */
const sounds: Record<Exclude<AccountState, "active">, RegExp> = {
  reconnect: /\breconnect(ed)?\b/i,
  blocked: /\bblocked by X\b/i,
  paused: /\bpaused\b/i,
};

const textOf = (html: string): string => html.replace(/<input[^>]*>/g, "").replace(/<[^>]+>/g, " ");

test.each(Object.entries(places))(
  "%s has one word for each state of an account, and no other's",
  async (name, place) => {
    for (const state of states) {
      const text = textOf(await render(place(state)));
      for (const [other, sound] of Object.entries(sounds)) {
        // Who paused an account needs no telling at the head of every page.
        const isNamed = other === state && !(name.startsWith("the line at") && state === "paused");
        expect(sound.test(text), `${state} in "${text}" sounds like ${other}`).toBe(isNamed);
      }
    }
  },
);

test("wherever an account must be reconnected the word leads to where that is done", async () => {
  for (const [name, place] of Object.entries(places)) {
    if (name.startsWith("the line at")) continue;
    const way =
      name === "the panel"
        ? /aria-label="Reconnect @alice"[^>]*href="\/accounts\/connect"/
        : /href="\/accounts\/connect"/;
    expect(await render(place("reconnect")), name).toMatch(way);
  }
  for (const state of ["active", "blocked", "paused"] as const)
    expect(await render(<AccountPill state={state} />)).not.toContain("href");
});

test("an account is called by what is known of it", () => {
  const as = (status: "active" | "reconnect" | "paused", by: "person" | "network" | null, refused: number | null) =>
    stateOf({ status, paused_by: by, refused_at: refused });
  expect(as("active", null, null)).toBe("active");
  // The network refused its authorization once; a tweet says so, and the account may not look healthy beside it.
  expect(as("active", null, 1)).toBe("reconnect");
  expect(as("reconnect", null, 1)).toBe("reconnect");
  expect(as("paused", "person", null)).toBe("paused");
  expect(as("paused", "person", 1)).toBe("paused");
  expect(as("paused", "network", null)).toBe("blocked");
});

test("every sentence that asks to connect an account has the link beside it, on a card and in a window", async () => {
  const folder = join(import.meta.dirname, "..", "..", "app");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  // The doctor's findings are for the operator, the consent page's and X's refusal for somebody who is connecting just now, and the names
  // of the alerts ask nobody for anything.
  const apart =
    /doctor|network[./\\]x-link|sandbox[./\\]authorize|account-words|accounts[/\\]account\.ts|features[/\\]alerts/;
  const said = files
    .filter((file) => !apart.test(file))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), "utf8")
        .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|.*\blog\.(?:info|warn|error)\(.*/gm, "")
        .matchAll(
          /["`]([^"`\n]*\b(?:re)?connect(?:ed)?\b (?:it|the account|an account|again|first|before)[^"`\n]*)["`]/gi,
        ),
    ])
    .map(([, sentence]) => sentence ?? "");
  expect(said.length).toBeGreaterThan(4);
  for (const sentence of said) {
    expect(asksToConnect(sentence), sentence).toBe(true);
    expect(await render(<ConnectLink after={sentence} />)).toContain('href="/accounts/connect"');
  }
  const refused = "X didn’t accept this account’s authorization. Reconnect the account, then post again.";
  for (const status of ["failed", "pending", "scheduled"] as const)
    expect(await render(<TweetLine tweet={tweet({ status, error: refused })} sandbox={false} />)).toContain(
      'href="/accounts/connect"',
    );
  expect(
    await render(<TweetLine tweet={tweet({ status: "failed", error: "Refused." })} sandbox={false} />),
  ).not.toContain("<a ");
});
