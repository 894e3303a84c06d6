// Soak: a hundred thousand mixed requests and publishes, and what the server holds more of afterwards than before.
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { descriptorsOf, heapOf, probeEnv } from "./heap.mjs";
import { gather, sendMix } from "./mix.mjs";
import { startLinnet, stop } from "./server.mjs";

const requests = 100_000;
// V8 goes on compiling for tens of thousands of requests.
const warmUp = 50_000;
const goal = 5;
/** So many that nobody comes near what the network takes from one account. */
const people = 120;

/** Nobody's day is too full for what is posted here. */
export const soakEnv = { RATE_LIMITS: "off", DAILY_POST_LIMIT: "0", DAILY_SPEND_LIMIT: "0" };

export const soak = {
  title: "Soak",
  async run({ folder }) {
    const probe = join(folder, "heap.json");
    const server = await startLinnet(join(folder, "soak"), { env: { ...soakEnv, ...probeEnv(probe) } });
    const gathered = await gather(server.origin, people);
    const look = async () => ({ ...(await heapOf(server.pid, probe)), open: await descriptorsOf(server.pid) });
    await sendMix(gathered, warmUp, 1);
    const before = await look();
    const began = performance.now();
    const told = await sendMix(gathered, requests, 2);
    const seconds = (performance.now() - began) / 1_000;
    const after = await look();
    await stop(server);
    const grown = (after.heap / before.heap - 1) * 100;
    return {
      rows: [
        { what: "heap after collection, grown", goal: `≤ ${goal} %`, value: grown, unit: "%", ok: grown <= goal },
        {
          what: "of that, machine code that V8 made meanwhile",
          goal: "",
          value: ((after.code - before.code) / before.heap) * 100,
          unit: "%",
          ok: null,
        },
        { what: "heap after warm-up", goal: "", value: before.heap / 1e6, unit: "MB", ok: null },
        {
          what: "open descriptors more than before",
          goal: "0",
          value: after.open - before.open,
          unit: "",
          ok: after.open <= before.open,
        },
        { what: "requests a second", goal: "", value: requests / seconds, unit: "", ok: null },
      ],
      notes: [
        `${requests.toLocaleString("en")} requests after ${warmUp.toLocaleString("en")} of warm-up, 8 at a time, of ${people} people; ${told.published} tweets were posted. Each was answered with the status it should have.`,
      ],
    };
  },
};
