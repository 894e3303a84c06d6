// The wire of /generate: each moment of a day is drawn where the measures put it, and said in words.
import { expect, test } from "vitest";
import { Wire } from "~/features/generation/wire";
import { axisOf, bandsOf, clock, hoursOf, left, right, stretchOf, xOf } from "~/features/generation/wire-shape";
import { ask, documentOf } from "~tests/support/document";
import { offersOf, wordsOf } from "~tests/support/offers";
import { render } from "./render";

const pageOf = async (html: Promise<string>): Promise<HTMLElement> => documentOf(await html).body;
const quiet = { from: "23:00", to: "07:00" };
const timesIn = (words: string) => words.match(/\d\d:\d\d/g) ?? [];

test.each([
  ["in the morning", { now: 618, windowFrom: 858, windowTo: 1_098, lands: 997 }, 30, 22],
  ["at five sharp", { now: 300, windowFrom: 540, windowTo: 1_500, lands: 541 }, 30, 22],
  ["before five", { now: 299, windowFrom: 539, windowTo: 779, lands: 600 }, 30, 22],
  ["in the evening", { now: 1_200, windowFrom: 1_440, windowTo: 1_680, lands: 1_500 }, 30, 22],
  ["late, landing soon", { now: 1_380, windowFrom: 1_381, windowTo: 1_621, lands: 1_382 }, 30, 22],
  ["at the end of the line", { now: 600, windowFrom: 1_400, windowTo: 1_500, lands: 1_490 }, -32, 22],
  ["near the end, asked late", { now: 1_080, windowFrom: 1_140, windowTo: 1_440, lands: 1_380 }, -32, 31],
])("the wire is drawn as its moments lie, and says the same in words: %s", async (_, moments, aside, above) => {
  const page = await pageOf(render(<Wire moments={moments} zone={null} quiet={quiet} window="4 to 8 hours" />));
  const { now, windowFrom, windowTo, lands } = moments;
  const drawing = ask(page.ownerDocument).getByRole("img");
  const said = [now, windowFrom, windowTo, lands].map(clock);
  expect(timesIn(drawing.getAttribute("aria-label") ?? "")).toEqual([...said, quiet.from, quiet.to]);
  const axis = axisOf(moments);
  const drawn = (selector: string, ...names: string[]) =>
    [...drawing.querySelectorAll(selector)].map((one) => names.map((name) => one.getAttribute(name)).join(" "));
  const x = (minute: number) => xOf(minute, axis).toFixed(1);
  const reach = stretchOf(xOf(windowFrom, axis), xOf(windowTo, axis));
  expect(drawn("path", "d").slice(1, 4)).toEqual([
    stretchOf(left, right),
    reach,
    `M${x(windowFrom)} 65V78M${x(windowTo)} 65V78`,
  ]);
  expect(drawn("g > rect", "class", "x")).toEqual(
    bandsOf(axis).map((one) => `wire__${one.light} ${x(one.fromHour * 60)}`),
  );
  const widths = [...drawing.querySelectorAll("g > rect")].map((one) => Number(one.getAttribute("width")));
  expect(widths.reduce((sum, width) => sum + width)).toBeCloseTo(right - left, 0);
  const texts = [...drawing.querySelectorAll("text")];
  expect(texts.slice(0, -2).map((one) => one.textContent)).toEqual(hoursOf(axis).map((hour) => clock(hour * 60)));
  expect(texts.slice(-2).map((one) => timesIn(one.textContent ?? ""))).toEqual([[clock(now)], [clock(lands)]]);
  expect(drawn("circle", "cx")).toEqual([x(now)]);
  const [bird] = drawing.querySelectorAll("use");
  expect(bird?.getAttribute("x")).toBe((xOf(lands, axis) - 26).toFixed(1));
  const [asked, landing] = texts.slice(-2);
  expect(Number(asked?.getAttribute("x"))).toBeCloseTo(Math.max(92, xOf(now, axis)), 1);
  expect(Number(landing?.getAttribute("x")) - xOf(lands, axis)).toBeCloseTo(aside, 0);
  const height = Number(bird?.getAttribute("y")) + 40 - Number(landing?.getAttribute("y"));
  expect(height).toBeCloseTo(above, 0);
});

test("the wire names quiet hours and a zone where there are some, and where a zone can be chosen", async () => {
  const moments = { now: 618, windowFrom: 858, windowTo: 1_098, lands: 997 };
  const wire = async (zone: { name: string; chooseHref?: string } | null, hours: typeof quiet | null = quiet) => {
    const page = await pageOf(render(<Wire moments={moments} zone={zone} quiet={hours} window="4 to 8 hours" />));
    const last = ask(page.ownerDocument).getAllByRole("listitem").at(-1)!;
    return [
      timesIn(wordsOf(last)),
      wordsOf(last).includes("UTC"),
      offersOf(page).links,
      wordsOf(last).includes("4 to 8 hours"),
    ];
  };
  expect(await wire(null)).toEqual([["23:00", "07:00"], false, [], true]);
  expect(await wire(null, null)).toEqual([[], false, [], true]);
  expect(await wire({ name: "UTC" })).toEqual([["23:00", "07:00"], true, [], true]);
  expect(await wire({ name: "UTC", chooseHref: "/zone" })).toEqual([["23:00", "07:00"], true, ["/zone"], true]);
  const drawing = ask(await render(<Wire moments={moments} zone={null} quiet={null} window="" />)).getByRole("img");
  expect(timesIn(drawing.getAttribute("aria-label") ?? "")).toEqual(["10:18", "14:18", "18:18", "16:37"]);
});
