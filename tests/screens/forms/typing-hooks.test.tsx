// What a field says while somebody types in it: what was wrong before, what is wrong now, and what would be lost.
import type { ReactElement } from "react";
import { expect, test as base, vi } from "vitest";
import { Composer } from "~/features/generation/composer";
import { refusals } from "~/features/generation/can-generate";
import { WordsForm } from "~/features/tweets/words-form";
import { CreateAccountModal } from "~/features/users/sign-in";
import { passwordHint } from "~/features/users/user";
import { type Page, withPage } from "../support/hooked";
import { type Input, type Part, partsOf, routed } from "../support/parts";

const test = base.extend<{ page: Page }>({
  page: ({ task: _ }, give) =>
    withPage(async (page) => {
      vi.stubGlobal("sessionStorage", { getItem: () => null, removeItem() {} });
      vi.stubGlobal("HTMLTextAreaElement", function Area() {});
      await give(page);
    }),
});

/** Draws a form of which one field is typed in; answers how to type, and what that field is given now. */
async function drawn(page: Page, name: string, value: string, draw: () => ReactElement) {
  const input: Input = { value };
  let field: Part["props"] = {};
  function Drawn() {
    for (const { props, ref } of partsOf(draw() as Part))
      if (props?.name === name) {
        field = props;
        if (ref) ref.current = input;
      }
    return null;
  }
  await routed(page, <Drawn />);
  return {
    now: () => field,
    async type(text: string) {
      input.value = text;
      await page.does(() => field.onInput?.());
    },
    press: (key: string) => page.does(() => field.onKeyDown?.({ key, nativeEvent: {}, currentTarget: input })),
  };
}

test("words count as unsaved while they are not what is saved, also where they were refused", async ({ page }) => {
  const form = { label: "Tweet", tweetId: 7, error: null, priceOf: () => 0, sandbox: false, closeTo: "/" };
  // As a program may have written them; the browser's field has the one character.
  const saved = "Bees\r\nkeep us";
  const editing = (words: string) => drawn(page, "content", words, () => WordsForm({ ...form, words, saved }));
  const field = await editing("Bees\nkeep us");
  expect(field.now()["data-unsaved"], "as it is saved").toBeUndefined();
  await field.type("Bees");
  expect(field.now()["data-unsaved"], "changed").toBe(true);
  await field.type("Bees\nkeep us");
  expect(field.now()["data-unsaved"], "changed back").toBeUndefined();
  await page.leave();
  const refused = await editing("Refused words");
  expect(refused.now()["data-unsaved"], "refused, and not touched since").toBe(true);
  await refused.type("Bees\nkeep us");
  expect(refused.now()["data-unsaved"], "taken back").toBeUndefined();
});

test("what was wrong with a password is said until another one is typed", async ({ page }) => {
  const fault = "Please choose another password";
  const modal = { closeTo: "/", signInHref: "/", timezones: [], faults: { password: fault } };
  // The dialog has the form as its child.
  const password = await drawn(page, "password", "", () => CreateAccountModal(modal));
  expect(password.now().error).toBe(fault);
  await password.type("short");
  expect(password.now().error).toBe(passwordHint);
  await password.type("long enough 7");
  expect(password.now().error).toBeUndefined();
  await password.type("");
  expect(password.now().error).toBe(fault);
});

test("why a topic can't be sent is said before what the server said of the one before", async ({ page }) => {
  const viewer = { signedIn: true, accounts: 1, hasDefault: true };
  const asked = { viewer, account: null, accountsHref: "/", error: "Please try again." };
  const topic = await drawn(page, "topic", "", () => Composer(asked));
  expect(topic.now().error).toBe("Please try again.");
  await topic.press("Enter");
  expect(topic.now().error).toBe(refusals.noTopic);
  await topic.type("bees");
  expect(topic.now().error).toBe("Please try again.");
});
