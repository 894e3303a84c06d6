// Draws the file of icons from lucide-react and the bird; `vitest run tests/ui/icons.test.tsx -u` writes it anew.
import { readFileSync } from "node:fs";
import * as lucide from "lucide-react";
import { type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Icon } from "~/ui/icons/icon";
import { iconNames } from "~/ui/icons/icons";
import { render } from "./render";

const componentName = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

function draw(name: string): string {
  const Drawing = (lucide as unknown as Record<string, ComponentType | undefined>)[componentName(name)];
  if (!Drawing) throw new Error(`lucide-react has no ${name}`);
  const shapes = renderToStaticMarkup(<Drawing />).replace(/^<svg[^>]*>|<\/svg>$/g, "");
  return `  <symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/><\/\w+>/g, "/>")}</symbol>`;
}

test("the file of icons holds every named drawing and the bird", async () => {
  const bird = readFileSync(new URL("../../app/ui/linnet.svg", import.meta.url), "utf8");
  const file = [
    `<!-- Drawn by tests/ui/icons.test.tsx from lucide-react (ISC licence, Lucide Contributors) and app/ui/linnet.svg. -->`,
    `<svg xmlns="http://www.w3.org/2000/svg">`,
    ...iconNames.map(draw),
    bird
      .trimEnd()
      .replace(/^.*<svg [^>]*viewBox="([^"]*)">/s, '  <symbol id="linnet" viewBox="$1">')
      .replace("</svg>", "  </symbol>"),
    `</svg>`,
    "",
  ].join("\n");
  await expect(file).toMatchFileSnapshot("../../app/ui/icons.svg");
});

test("an icon is a reference to its drawing, and silent", async () => {
  expect(await render(<Icon of="send" />)).toMatch(
    /^<svg class="icon" aria-hidden="true"><use href="[^"]*icons[^"]*#send"><\/use><\/svg>$/,
  );
});
