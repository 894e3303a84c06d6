// Threads: several tweets that are posted one after the other, each a reply to that before. The front door.
export { maxThreadUnits, requireSplit, split, type Split } from "./split.server";
export { maxParts } from "./thread";
