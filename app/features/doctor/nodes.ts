// Describes the nodes that share one database. Pure.
import { seconds } from "~/ground/time/duration";
import type { NodeSeen } from "~db/liveness.types";
import type { Words } from "./finding";

/** Nodes beat every two seconds and count as lost after eight. */
const maxSilence = seconds(5);

/** `nodes` includes this one. `wakesAtOnce`: nodes notify each other immediately. */
export function nodesWords(nodes: readonly NodeSeen[], wakesAtOnce: boolean): Words {
  const oldest = Math.max(...nodes.map(({ silentMs }) => silentMs));
  const isAlone = nodes.length === 1;
  const versions = new Set(nodes.map(({ version }) => version));
  const faults = [
    ...(oldest > maxSilence ? ["Check the silent node and its connection to the database."] : []),
    ...(versions.size > 1 ? ["Start the newest version on every node."] : []),
    ...(wakesAtOnce || isAlone ? [] : ["Set DATABASE_LISTEN_URL to a URL that bypasses the pooler."]),
  ];
  const messages = [
    isAlone ? `1 node is running. Its last heartbeat was ${inSeconds(oldest)} s ago` : aboutAll(nodes.length, oldest),
    nodes.map(({ name, version, silentMs }) => `${name} (${version}${since(silentMs)})`).join(", "),
    ...(versions.size > 1 ? ["The nodes run different versions"] : []),
    wakesAtOnce ? "Nodes wake each other right away" : "Nodes notice each other’s work within a second",
  ];
  return {
    state: faults.length > 0 ? "check" : "good",
    message: `${messages.join(". ")}.`,
    todo: faults.length > 0 ? faults.join(" ") : null,
  };
}

const aboutAll = (count: number, oldest: number): string =>
  `${count} nodes are running. The oldest heartbeat was ${inSeconds(oldest)} s ago`;

/** Beats and queries both use the database's time, so a slightly negative age counts as zero. */
const inSeconds = (ms: number): string => (Math.max(0, ms) / 1000).toFixed(1);

const since = (silentMs: number): string => (silentMs > maxSilence ? `, silent for ${inSeconds(silentMs)} s` : "");
