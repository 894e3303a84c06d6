// Computes positions on the wire from minutes of the day. Pure.

/** Minutes since the last local midnight; over 1,440 is the next day. */
export interface WireMoments {
  now: number;
  windowFrom: number;
  windowTo: number;
  lands: number;
}

export interface Axis {
  fromHour: number;
  toHour: number;
}

export const left = 20;
export const right = 580;
const middle = (left + right) / 2;
/** A parabola from 46 at the posts to 58 in the middle. */
const [top, sag] = [46, 12];

/** 05:00 to 01:00 if everything fits, else from an hour before now. */
export function axisOf({ now, windowTo }: WireMoments): Axis {
  const fits = now >= 5 * 60 && windowTo <= 25 * 60;
  const fromHour = fits ? 5 : Math.floor(now / 60) - 1;
  return { fromHour, toHour: Math.max(fromHour + 20, Math.ceil(windowTo / 60) + 1) };
}

export const xOf = (minute: number, { fromHour, toHour }: Axis): number =>
  left + ((minute / 60 - fromHour) / (toHour - fromHour)) * (right - left);

export const yOf = (x: number): number => top + sag * (1 - ((x - middle) / (right - middle)) ** 2);

export function stretchOf(from: number, to: number): string {
  const slope = (-2 * sag * (from - middle)) / (right - middle) ** 2;
  const control = { x: (from + to) / 2, y: yOf(from) + (slope * (to - from)) / 2 };
  return `M${point(from, yOf(from))}Q${point(control.x, control.y)} ${point(to, yOf(to))}`;
}

const point = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

const lights = [
  { light: "night", until: 7 },
  { light: "morning", until: 11 },
  { light: "noon", until: 15 },
  { light: "afternoon", until: 19 },
  { light: "evening", until: 23 },
  { light: "night", until: 31 },
];

export interface Band {
  light: string;
  fromHour: number;
  toHour: number;
}

export function bandsOf({ fromHour, toHour }: Axis): Band[] {
  const bands: Band[] = [];
  for (let hour = fromHour; hour < toHour;) {
    const ofDay = ((hour % 24) + 24) % 24;
    const part = lights.find((light) => ofDay < light.until) ?? { light: "night", until: 31 };
    const end = Math.min(hour - ofDay + part.until, toHour);
    bands.push({ light: part.light, fromHour: hour, toHour: end });
    hour = end;
  }
  return bands;
}

export const hoursOf = (axis: Axis): number[] =>
  bandsOf(axis)
    .map((band) => band.fromHour)
    .filter((hour) => hour >= axis.fromHour + 2 && hour <= axis.toHour - 2);

export function clock(minute: number): string {
  const ofDay = ((Math.round(minute) % 1440) + 1440) % 1440;
  return `${String(Math.floor(ofDay / 60)).padStart(2, "0")}:${String(ofDay % 60).padStart(2, "0")}`;
}
