// What a full week costs: /timeline with 300 tasks in the present week against one with none, on one server, in turns.
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { median } from "./median.mjs";
import { startLinnet, stop } from "./server.mjs";
import { Sqlite } from "./sqlite.mjs";
import { ask, newVisitor } from "./visitor.mjs";

const tasks = 300;
const goal = 3;
const rounds = 200;
const warmUp = 50;
const hour = 3_600_000;

export const fullWeek = {
  title: "A full week",
  async run({ folder }) {
    const dataDir = join(folder, "week");
    const first = await startLinnet(dataDir);
    const [full, empty] = [await newVisitor(first.origin), await newVisitor(first.origin)];
    await stop(first);
    fill(join(dataDir, "linnet.db"), full.userId);
    const server = await startLinnet(dataDir);
    for (const visitor of [full, empty]) visitor.origin = server.origin;
    const shown = (await (await ask(full, "/timeline")).text()).match(/<b>(\d+)<\/b>[^P]*Published/)?.[1];
    if (shown !== String(tasks)) throw new Error(`The week shows ${shown} tasks, not ${tasks}`);
    const times = { full: [], empty: [] };
    for (let round = 0; round < warmUp + rounds; round += 1)
      for (const [name, visitor] of Object.entries({ full, empty })) {
        const began = performance.now();
        await (await ask(visitor, "/timeline")).text();
        if (round >= warmUp) times[name].push(performance.now() - began);
      }
    await stop(server);
    const [withTasks, without] = [median(times.full), median(times.empty)];
    const ratio = withTasks / without;
    return {
      rows: [
        {
          what: `a week of ${tasks} tasks against an empty one`,
          goal: `≤ ${goal}`,
          value: ratio,
          unit: "×",
          ok: ratio <= goal,
        },
        { what: "the full week", goal: "", value: withTasks, unit: "ms", ok: null },
        { what: "the empty week", goal: "", value: without, unit: "ms", ok: null },
      ],
      notes: [
        `Medians of ${rounds} whole answers each, one after the other and in turns, from the request to the last byte, signed in.`,
      ],
    };
  },
};

/** Published ones, spread over every slot and night of the present week in Berlin. */
function fill(file, userId) {
  const db = new Sqlite(file);
  const { id: accountId } = db.prepare("select id from accounts where user_id = ?").get(userId);
  const insert =
    db.prepare(`insert into tweets (user_id, account_id, position, origin, content, fingerprint, created_at,
    updated_at, state, publish_type, due_at, published_at, post_id)
    values (@userId, @accountId, 0, 'own', @content, @content, @at, @at, 'published', 'scheduled', @at, @at, @postId)`);
  const now = new Date(new Date().toLocaleString("en-US", { timeZone: "Europe/Berlin" }));
  const sinceMonday = (((now.getDay() + 6) % 7) * 24 + now.getHours()) * hour + now.getMinutes() * 60_000;
  const monday = Date.now() - sinceMonday;
  for (let index = 0; index < tasks; index += 1) {
    // A little off both ends, where the clock may have been moved.
    const at = Math.round(monday + 2 * hour + (index / tasks) * 164 * hour);
    insert.run({
      userId,
      accountId,
      at,
      content: `Number ${index} of a busy week, in ten words or so`,
      postId: String(index),
    });
  }
  db.close();
}
