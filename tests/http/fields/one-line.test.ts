// A name, an address or a number that a person gives is one line, and shows all of itself: by every way in.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createKeySchema, keySchema } from "~/features/api-keys/schema.server";
import { invite } from "~/features/invitations/invitations.server";
import { nameSchema } from "~/features/passkeys/schema.server";
import { createUser } from "~/features/users/admin.server";
import { createAccountSchema } from "~/features/users/schema.server";
import { readConfig } from "~/ground/config.server";
import { isName } from "~/ground/plain-text";
import { namesIn } from "~/http/contract/endpoint.server";
import { endpoints } from "~/http/contract/index.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { fill } from "~tests/support/calls/client";
import { password } from "~tests/support/people/make";

let cast: Cast;
beforeAll(async () => {
  cast = await createCast();
});
afterAll(() => cast?.close());

const hidden: [string, string][] = [
  ["a line's end", "\n"],
  ["CRLF", "\r\n"],
  ["a tab", "\t"],
  ["the end of a line in Unicode", "\u2028"],
  ["the end of a paragraph", "\u2029"],
  ["NEL", "\u0085"],
  ["the direction turned", "\u202e"],
  ["a direction embedded", "\u202b"],
  ["a direction set apart", "\u2067"],
  ["a mark of direction", "\u200f"],
  ["an Arabic mark of direction", "\u061c"],
  ["a space without width", "\u200b"],
  ["a byte order mark", "\ufeff"],
  ["a joiner of words", "\u2060"],
  ["a soft hyphen", "\u00ad"],
  ["a Hangul filler", "\u3164"],
  ["a tag that nobody sees", "\u{e0041}"],
  ["an escape of terminals", "\u001b[31m"],
];

const called = /^(?:name|email|phone|label|title)$/;
const withName = endpoints.flatMap((endpoint) =>
  [...namesIn(endpoint.body)].filter((name) => called.test(name)).map((name) => ({ endpoint, name })),
);
const valueFor = (name: string, middle: string) =>
  name === "email" ? `wren${middle}nest@birds.example` : name === "phone" ? `+49 30${middle}1234` : `wren${middle}nest`;

it("the API asks for some", () => {
  expect(new Set(withName.map(({ name }) => name))).toEqual(new Set(["name", "email", "phone"]));
});

// Signing in keeps nothing of what was typed.
it.each(withName.filter(({ endpoint }) => !endpoint.path.endsWith("/login")))(
  "$name of $endpoint.method $endpoint.path is refused, and named",
  async ({ endpoint: { method, path, example }, name }) => {
    const usual = (example as { body?: object }).body ?? {};
    for (const [what, middle] of hidden) {
      const json = { ...usual, password, [name]: valueFor(name, middle) };
      const { status, body } = await cast.client.send(
        method,
        fill(path, cast.idsOf(cast.alice)),
        { json },
        cast.alice.key,
      );
      expect(status, what).toBe(422);
      expect(JSON.stringify((body as { detail: unknown }).detail), what).toContain(`["body","${name}"]`);
    }
  },
);

const key = { scopes: ["read"], scope: ["read"], expires: "never" };
const newcomer = { email: "wren@birds.example", password };
const ways: Record<string, (middle: string) => Promise<boolean> | boolean> = {
  "a key's name, by the form": (it) => createKeySchema.safeParse({ ...key, name: valueFor("name", it) }).success,
  "a key's name, by the command": (it) => keySchema.safeParse({ ...key, name: valueFor("name", it) }).success,
  "a passkey's name": (it) => nameSchema.safeParse({ name: valueFor("name", it) }).success,
  "an e-mail, by the form": (it) =>
    createAccountSchema.safeParse({ ...newcomer, email: valueFor("email", it) }).success,
  "a phone, by the form": (it) => createAccountSchema.safeParse({ ...newcomer, phone: valueFor("phone", it) }).success,
  "an e-mail, by an invitation": (it) => isTaken(invite(cast.app, valueFor("email", it), null)),
  "an e-mail, by the command": (it) => isTaken(createUser(cast.app, valueFor("email", it))),
  "an operator's e-mail": (it) => isRead(() => readConfig({ ADMIN_EMAILS: valueFor("email", it), ...secrets })),
};
const secret = "a secret of the tests that is long enough";
const secrets = { SESSION_SECRET: secret, ENCRYPTION_KEY: secret };
const isTaken = (making: Promise<unknown>) =>
  making.then(
    () => true,
    () => false,
  );
const isRead = (read: () => unknown) => {
  try {
    read();
    return true;
  } catch {
    return false;
  }
};

it.each(Object.entries(ways))("%s is refused with anything hidden, and taken without", async (_what, take) => {
  for (const [what, middle] of hidden) expect(await take(middle), what).toBe(false);
  expect(await take("s")).toBe(true);
});

it("what is seen stays: emoji in one, letters that are joined, any script", () => {
  for (const name of ["n8n", "👩‍👩‍👧 home", "می‌خواهم", "שלום", "❤️", "Überbau (2)", "日本語", "🇩🇪"])
    expect(isName(name), name).toBe(true);
  for (const name of ["", " ", "\u200d", "\ufe0f", "\u3164", "\u2800\n", "\ud83d"]) expect(isName(name)).toBe(false);
});
