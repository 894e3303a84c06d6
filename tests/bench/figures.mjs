// The figures by name, in the order of docs/benchmarks.md; each answers rows of what was measured against its goal.
import { clone } from "./clone.mjs";
import { firstLoad } from "./first-load.mjs";
import { memory } from "./memory.mjs";
import { next } from "./next.mjs";
import { startUp } from "./start-up.mjs";

/**
 * A row: what is measured, its goal as people read it, the number, its unit, and whether the goal is reached (null where
 * there is none). `notes` are sentences under the table.
 */
export const figures = { clone, "start-up": startUp, memory, "first-load": firstLoad, next };
