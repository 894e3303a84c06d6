// What no line of the log has: keys, tokens and passwords, wherever in a value they stand.
import fc from "fast-check";
import { expect, it } from "vitest";
import { newKey } from "~/features/api-keys/key-text.server";
import { createLog } from "~/ground/telemetry/log.server";
import { newToken } from "~/ground/secrets/token.server";
import { withoutSecrets } from "~/http/door/request-log.server";

const secrets = { encryptionKeys: ["an encryption key of the tests"] };

/** The line that the log writes of a request for this address, and of a fault that has it. */
function linesOf(url: string): string[] {
  const lines: string[] = [];
  const log = createLog({ logLevel: "info", ...secrets }, { write: (line: string) => void lines.push(line) });
  log.info({ path: withoutSecrets(url) }, "request");
  log.error({ err: new Error(`nothing at ${url}`), path: url.split("?", 1)[0] }, `a page broke: ${url}`);
  return lines;
}

const escaped = (text: string, times: number): string =>
  times === 0 ? text : escaped(encodeURIComponent(text), times - 1);

it("a key stands in no line, whatever stands round it, by whatever name and how often escaped", () => {
  const key = fc.constantFrom(newToken, newKey, () => `whsec_${newToken()}`).map((make) => make());
  const round = fc.string({ unit: fc.constantFrom(...'ab-_=&?/%20\n"\\\u0001 :'), maxLength: 8 });
  const place = fc.constantFrom(
    "?q=",
    "?",
    "?next=/timeline?api_key=",
    "/",
    "/api/questions/",
    "?api_key[]=",
    "?a=1&a=",
  );
  fc.assert(
    fc.property(place, round, key, round, fc.nat(2), (before, left, secret, right, times) => {
      for (const line of linesOf(`/x${before}${escaped(left, times)}${secret}${escaped(right, times)}`)) {
        expect(line).not.toContain(secret);
        expect(() => JSON.parse(line) as unknown, line).not.toThrow();
      }
    }),
    { numRuns: 400 },
  );
});

it.each([
  "/x?password=hunter2",
  "/x?PASSWORD=hunter2&password=hunter2",
  "/x?user[password]=hunter2",
  "/x?newPassword=hunter2",
  "/x?next=/login?email=a@b.example%26password=hunter2",
  "/x?next=%2Flogin%3Fa%3D1%26password%3Dhunter2",
  "/x?next=%252Flogin%253Fpassword%253Dhunter2",
  "/accounts/connect?oauth_token=hunter2&oauth_verifier=hunter2",
  "/accounts/connect?denied=hunter2",
  "/sign-in/provider?code=hunter2&state=hunter2",
  "/x?access_token=hunter2&clientSecret=hunter2&apikey=hunter2",
])("%s is logged without what is secret in it", (url) => {
  expect(withoutSecrets(url)).not.toContain("hunter2");
});

it("what is no secret is told as it was asked", () => {
  const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
  for (const url of [`/api/questions/batch/${id}?user_id=${id}`, "/timeline?week=2026-11-16&panel=settings"]) {
    expect(withoutSecrets(url)).toBe(url);
    expect(linesOf(url)[0]).toContain(`"path":"${url}"`);
  }
});
