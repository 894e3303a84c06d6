// Queues empty jobs for graphile-worker, waits for its word, works them off, and says when it begins the first one.
import { EventEmitter, once } from "node:events";
import { Logger, makeWorkerUtils, run } from "graphile-worker";

const [, , connectionString, jobs, concurrency, how] = process.argv;
const logger = new Logger(() => () => {});

const utils = await makeWorkerUtils({ connectionString, logger });
await utils.migrate();
const specs = Array.from({ length: Number(jobs) }, (_, n) => ({ identifier: "tweet", payload: { id: n } }));
for (let from = 0; from < specs.length; from += 1_000) await utils.addJobs(specs.slice(from, from + 1_000));
await utils.release();
process.send("ready");

await once(process, "message");
const events = new EventEmitter();
events.once("job:start", () => process.send("began"));
// The fastest of https://worker.graphile.org/docs/performance
const batches = { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
await run({
  connectionString,
  concurrency: Number(concurrency),
  maxPoolSize: Number(concurrency) + 1,
  noHandleSignals: true,
  logger,
  events,
  taskList: { tweet: () => {} },
  ...(how === "batches" ? { preset: batches } : {}),
});
