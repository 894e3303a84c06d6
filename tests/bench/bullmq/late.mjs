// Delayed jobs through BullMQ, so many a second, and how late each handler starts, in ms.
import { Queue, Worker } from "bullmq";

const [, , port, jobs, perSecond, concurrency] = process.argv.map(Number);
const connection = { host: "127.0.0.1", port, maxRetriesPerRequest: null };
const queue = new Queue("late", { connection });
const firstAt = Date.now() + 5_000;
const dueAt = (n) => Math.round(firstAt + (n * 1_000) / perSecond);
for (let from = 0; from < jobs; from += 500)
  await queue.addBulk(
    Array.from({ length: Math.min(500, jobs - from) }, (_, n) => {
      const at = dueAt(from + n);
      return { name: "tweet", data: { at }, opts: { delay: Math.max(at - Date.now(), 0) } };
    }),
  );

const late = [];
const worker = new Worker("late", async (job) => late.push(Date.now() - job.data.at), { connection, concurrency });
await new Promise((resolve) => {
  let done = 0;
  worker.on("completed", () => (done += 1) === jobs && resolve());
});
console.log(JSON.stringify({ late }));
await worker.close();
await queue.close();
