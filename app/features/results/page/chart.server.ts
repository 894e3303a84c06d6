// Computes the geometry of the two charts on the server, so the browser needs no chart code. Pure.
import { scaleLinear, scaleSqrt, scaleUtc } from "d3-scale";
import { curveMonotoneX, line } from "d3-shape";
import { hours } from "~/ground/time/duration";
import { monthNames, offsetAt } from "~/ground/time/zone";
import type { Drawing, Mark } from "./picture";
import type { Reading } from "../result";
import { numberText } from "./words";
import type { RatedPost } from "../insights";

interface Room {
  size: Drawing["size"];
  width: number;
  height: number;
}

/** One drawing per page width; CSS shows the one that fits. */
const pageRooms: readonly Room[] = [
  { size: "wide", width: 960, height: 230 },
  { size: "mid", width: 600, height: 220 },
  { size: "phone", width: 350, height: 210 },
];
const windowRooms: readonly Room[] = [
  { size: "mid", width: 480, height: 220 },
  { size: "phone", width: 300, height: 200 },
];

const margin = { top: 18, right: 12, bottom: 26, left: 36 };

const at = (pixel: number): number => Math.round(pixel * 2) / 2;

/** A zero-length line with round caps draws a dot, so 120 dots are one path. */
const dotAt = (x: number, y: number): string => `M${at(x)} ${at(y)}h0`;

/** Drops marks whose labels would overlap. */
function apart(marks: readonly Mark[], least: number): Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks) if (mark.at - (kept.at(-1)?.at ?? -Infinity) >= least) kept.push(mark);
  return kept;
}

const plainFrame = ({ size, width, height }: Room) => ({
  ...{ size, width, height },
  ...{ left: margin.left, right: width - margin.right, floor: height - margin.bottom },
});

function upTo(max: number, { floor }: { floor: number }) {
  const scale = scaleLinear([0, max > 0 ? max : 1], [floor, margin.top]).nice(3);
  const marks = scale.ticks(3).map((value) => ({ at: at(scale(value)), label: numberText(value) ?? "" }));
  return {
    scale,
    marks: marks.filter((mark, index) => marks.findIndex(({ label }) => label === mark.label) === index),
  };
}

export function drawRates(rated: readonly RatedPost[], mean: number | null, timeZone: string): Drawing[] {
  const local = (moment: number) => moment + offsetAt(moment, timeZone);
  const days = rated.map(({ publishedAt }) => local(publishedAt));
  if (days.length === 0) return [];
  return pageRooms.map((room) => {
    const frame = plainFrame(room);
    const side = upTo(Math.max(mean ?? 0, ...rated.map(({ high }) => high * 1000)), frame);
    const inset = 8;
    const across = scaleUtc([Math.min(...days), Math.max(...days)], [frame.left + inset, frame.right - inset]);
    const marks = across.ticks(Math.round(room.width / 110)).map((day) => ({
      at: at(across(day)),
      label: `${monthNames[day.getUTCMonth()]} ${day.getUTCDate()}`,
    }));
    const placed = rated.map((post) => ({ ...post, x: across(local(post.publishedAt)) }));
    return {
      ...frame,
      across: apart(
        marks.filter(({ at: x }) => x >= frame.left && x <= frame.right - 16),
        46,
      ),
      up: side.marks,
      spans: placed
        .map(({ x, low, high }) => `M${at(x)} ${at(side.scale(high * 1000))}V${at(side.scale(low * 1000))}`)
        .join(""),
      dots: placed.map(({ x, rate }) => dotAt(x, side.scale(rate * 1000))).join(""),
      line: "",
      mean: mean === null ? null : at(side.scale(mean)),
      labels: [],
    };
  });
}

const namedAges = [
  { age: hours(1), label: "1 h" },
  { age: hours(24), label: "24 h" },
  { age: hours(72), label: "3 d" },
  { age: hours(168), label: "7 d" },
  { age: hours(696), label: "29 d" },
];

/** A square-root scale gives the first day as much room as a week later on. */
export function drawGrowth(readings: readonly Reading[], publishedAt: number): Drawing[] {
  const known = readings
    .flatMap(({ at: read, impressions }) =>
      impressions === null || read <= publishedAt ? [] : [{ age: read - publishedAt, views: impressions }],
    )
    .toSorted((a, b) => a.age - b.age);
  if (known.length === 0) return [];
  return windowRooms.map((room) => {
    const frame = plainFrame(room);
    const side = upTo(Math.max(...known.map(({ views }) => views)), frame);
    const oldest = Math.max(hours(24), known.at(-1)?.age ?? 0);
    const across = scaleSqrt([0, oldest], [frame.left, frame.right - 16]);
    const grown = line<{ age: number; views: number }>(
      ({ age }) => at(across(age)),
      ({ views }) => at(side.scale(views)),
    ).curve(curveMonotoneX);
    const labels = known.map(({ age, views }) => ({
      x: at(across(age)),
      y: at(side.scale(views)) - 9,
      text: numberText(views) ?? "",
    }));
    return {
      ...frame,
      across: apart(
        namedAges.filter(({ age }) => age <= oldest).map(({ age, label }) => ({ at: at(across(age)), label })),
        30,
      ),
      up: side.marks,
      spans: "",
      dots: known.map(({ age, views }) => dotAt(across(age), side.scale(views))).join(""),
      line: grown([{ age: 0, views: 0 }, ...known]) ?? "",
      mean: null,
      labels: labels.filter(({ x }, index) => index === labels.length - 1 || (labels.at(-1)?.x ?? 0) - x >= 40),
    };
  });
}
