// The doctor's findings: a mark and a word for each state, what to do where there is something, and a text to copy.
import { expect, test } from "vitest";
import { Findings } from "~/features/doctor/findings";
import { ask } from "~tests/support/document";
import { iconsOf, wordsOf } from "~tests/support/offers";
import { render } from "./render";

test("each finding has its mark, its word, and what helps", async () => {
  const one = { title: "Disk", message: "Seen.", todo: null, copy: null };
  const asked = ask(
    await render(
      <Findings
        findings={[
          { ...one, id: "disk", state: "good" },
          { ...one, id: "key", state: "bad", todo: "Do this." },
          { ...one, id: "clock", state: "check", todo: "Do that.", copy: "a text" },
          { ...one, id: "loop", state: "off" },
        ]}
      />,
    ),
  );
  const items = asked.getAllByRole("listitem");
  expect(items.map(iconsOf)).toEqual([["circle-check"], ["triangle-alert"], ["eye"], ["circle"]]);
  expect(items.map(wordsOf)).toEqual([
    expect.stringMatching(/^Disk OK Seen\.$/),
    expect.stringMatching(/^Disk Error Seen\. Do this\.$/),
    expect.stringMatching(/^Disk Warning Seen\. Do that\./),
    expect.stringMatching(/^Disk Not checked Seen\.$/),
  ]);
  expect(asked.getAllByRole("heading")).toHaveLength(4);
  const field = asked.getByRole<HTMLInputElement>("textbox", { name: "Disk" });
  expect([field.value, field.readOnly, items[2]?.contains(field)]).toEqual(["a text", true, true]);
});
