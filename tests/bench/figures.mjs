// The figures by name, in the order of docs/benchmarks.md; each answers rows of what was measured against its goal.
import { claiming } from "./claiming.mjs";
import { claims } from "./claims.mjs";
import { clone } from "./clone.mjs";
import { drain } from "./drain.mjs";
import { firstLoad } from "./first-load.mjs";
import { idle } from "./idle.mjs";
import { lateness } from "./lateness.mjs";
import { fullWeek } from "./full-week.mjs";
import { memory } from "./memory.mjs";
import { move } from "./move.mjs";
import { next } from "./next.mjs";
import { nodes } from "./nodes.mjs";
import { pictures } from "./pictures.mjs";
import { searching } from "./searching.mjs";
import { siege } from "./siege.mjs";
import { soak } from "./soak.mjs";
import { startUp } from "./start-up.mjs";
import { vast } from "./vast.mjs";
import { worked } from "./worked.mjs";

/**
 * A row: what is measured, its goal as people read it, the number, its unit, and whether the goal is reached (null where
 * there is none). `notes` are sentences under the table.
 */
export const figures = {
  clone,
  "start-up": startUp,
  memory,
  "first-load": firstLoad,
  week: fullWeek,
  next,
  drain,
  lateness,
  idle,
  claiming,
  claims,
  nodes,
  move,
  pictures,
  soak,
  searching,
  worked,
  vast,
  siege,
};
