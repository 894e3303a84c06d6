// The doctor's findings: a mark and a word for each state, what to do where there is something, and a text to copy.
import { expect, test } from "vitest";
import { Findings } from "~/features/doctor/findings";
import { outline, parse } from "~tests/screens/outline";
import { render } from "./render";

test("each finding has its mark, its word, and what helps", async () => {
  const one = { id: "disk", title: "Disk", message: "Seen." } as const;
  const html = await render(
    <Findings
      findings={
        [
          { ...one, state: "good" },
          { ...one, id: "key", state: "bad", todo: "Do this." },
          { ...one, id: "clock", state: "check", todo: "Do that.", copy: "a text" },
          { ...one, id: "loop", state: "off" },
        ] as unknown as Parameters<typeof Findings>[0]["findings"]
      }
    />,
  );
  expect(outline(parse(html.replace(/:R\w*:/g, "id")))).toMatchInlineSnapshot(`
    "top
      ul.findings
        li.finding.finding--good
          icon circle-check
          div.finding__text
            h2.finding__title
              "Disk "
              span.finding__state "Good"
            p "Seen."
        li.finding.finding--bad
          icon triangle-alert
          div.finding__text
            h2.finding__title
              "Disk "
              span.finding__state "Wrong"
            p "Seen."
            p.finding__todo "Do this."
        li.finding.finding--check
          icon eye
          div.finding__text
            h2.finding__title
              "Disk "
              span.finding__state "Look"
            p "Seen."
            p.finding__todo "Do that."
            div.field__row.copy
              input.input [aria-label=Disk] [readonly] [value=a text]
        li.finding.finding--off
          icon circle
          div.finding__text
            h2.finding__title
              "Disk "
              span.finding__state "Not checked"
            p "Seen.""
  `);
});
