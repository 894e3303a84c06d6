// Every field for longer text is kept in the browser, or this list says why not.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const kept = "by KeptFields";
const composer = "with the composer, which replaces this form";

const texts: Record<string, string> = {
  "app/features/analysis/composer.tsx": kept,
  "app/features/voice/voice-form.tsx": kept,
  "app/features/voice/voice-samples.tsx": kept,
  "app/features/media/picture-modal.tsx": composer,
  "app/features/threads/thread-form.tsx": composer,
  "app/features/threads/thread-parts.tsx": "read-only",
  "app/screens/composer/images.tsx": "by the composer's own draft",
  "app/screens/composer/part.tsx": "by the composer's own draft",
  "app/features/tweets/words-form.tsx": composer,
  "app/ui/form/text-area.tsx": "the element itself",
};

/** The screens whose forms are kept. The topic has one line, and is kept all the same. */
const screens = ["app/routes/settings/voice.tsx", "app/screens/analyse/input.tsx", "app/screens/generate/input.tsx"];

const files = readdirSync("app", { recursive: true, encoding: "utf8" })
  .map((name) => join("app", name).replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".tsx"));
const filesWith = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, "utf8"))).sort();

test("the list names every file with a text area", () => {
  expect(filesWith(/<(textarea|TextArea)\b/)).toEqual(Object.keys(texts).sort());
});

test("the screens of the kept forms keep them", () => {
  expect(filesWith(/<KeptFields\b/)).toEqual(screens);
});
