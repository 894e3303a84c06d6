// Drains empty jobs through BullMQ on a Redis of our own, and prints how many it finishes a second.
import { Queue, Worker } from "bullmq";

const [, , port, jobs, concurrency] = process.argv.map(Number);
const connection = { host: "127.0.0.1", port, maxRetriesPerRequest: null };
const queue = new Queue("drain", { connection });
for (let from = 0; from < jobs; from += 1_000)
  await queue.addBulk(
    Array.from({ length: Math.min(1_000, jobs - from) }, (_, n) => ({ name: "tweet", data: { id: from + n } })),
  );

const started = performance.now();
let done = 0;
const worker = new Worker("drain", async () => {}, { connection, concurrency });
await new Promise((resolve) => {
  worker.on("completed", () => {
    done += 1;
    if (done === jobs) resolve();
  });
});
const seconds = (performance.now() - started) / 1_000;
console.log(JSON.stringify({ done, seconds, perSecond: Math.round(done / seconds) }));
await worker.close();
await queue.close();
