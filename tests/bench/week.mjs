// A data folder with one person, one account and 60 tasks in the present week: a tweet in each slot, and four at night.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { startLinnet, stop } from "./server.mjs";
import { Sqlite } from "./sqlite.mjs";
import { generateBatch, newVisitor } from "./visitor.mjs";

export const tasksInWeek = 60;
const minute = 60_000;
const hour = 60 * minute;

/**
 * Makes `dataDir` by the app itself (registration, link, one generation), then writes the tasks while it is stopped.
 * Answers the cookie, and the id of the generated batch.
 */
export async function seedWeek(dataDir) {
  rmSync(dataDir, { recursive: true, force: true });
  const server = await startLinnet(dataDir);
  const visitor = await newVisitor(server.origin);
  const batchId = await generateBatch(visitor);
  await stop(server);
  const db = new Sqlite(join(dataDir, "linnet.db"));
  const { id: accountId } = db.prepare("select id from accounts where user_id = ?").get(visitor.userId);
  const insert =
    db.prepare(`insert into tweets (user_id, account_id, position, origin, content, fingerprint, created_at,
    updated_at, state, publish_type, due_at, published_at, post_id, error_code, error)
    values (@userId, @accountId, 0, 'own', @content, @content, @now, @now, @state, 'scheduled', @dueAt, @publishedAt,
    @postId, @errorCode, @error)`);
  const now = Date.now();
  placesOfWeek(now).forEach((at, index) => {
    insert.run({ userId: visitor.userId, accountId, now, content: contentOf(index), ...stateOf(at, index, now) });
  });
  db.close();
  return { dataDir, cookie: visitor.cookie, batchId };
}

/** Ten minutes into each two-hour slot from 07:00 of each day of the week, and four nights; Berlin's clock. */
function placesOfWeek(now) {
  const local = now + berlinOffset(now);
  const midnight = local - (local % (24 * hour));
  const monday = midnight - ((new Date(local).getUTCDay() + 6) % 7) * 24 * hour;
  const toInstant = (wall) => wall - berlinOffset(wall);
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => monday + day * 24 * hour);
  const slots = days.flatMap((day) => [7, 9, 11, 13, 15, 17, 19, 21].map((first) => day + first * hour + 10 * minute));
  const nights = days.slice(1, 1 + tasksInWeek - slots.length).map((day) => day + 2 * hour);
  return [...slots, ...nights].map(toInstant);
}

function berlinOffset(at) {
  const name = new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin", timeZoneName: "longOffset" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName").value;
  return Number(/GMT\+(\d\d)/.exec(name)?.[1] ?? 0) * hour;
}

/** What is over went out, every tenth failed, what is to come is scheduled. Nothing may fall due while it is measured. */
function stateOf(at, index, now) {
  const none = { publishedAt: null, postId: null, errorCode: null, error: null };
  if (at > now + 3 * hour) return { ...none, state: "scheduled", dueAt: at };
  if (at > now || index % 10 === 9)
    return { ...none, state: "failed", dueAt: at, errorCode: "duplicate", error: "This was already posted" };
  return {
    ...none,
    state: "published",
    dueAt: at,
    publishedAt: at,
    postId: String(1_900_000_000_000_000_000n + BigInt(index)),
  };
}

const birds = ["Linnets", "Wrens", "Swifts", "Robins", "Owls", "Larks", "Finches", "Herons", "Jays", "Terns"];
const doings = [
  "sing before sunrise",
  "cross the sea",
  "nest in hedges",
  "know each garden",
  "rest on wires",
  "wait for rain",
];
const contentOf = (index) =>
  `${birds[index % 10]} ${doings[Math.floor(index / 10) % 6]}, and number ${index} of this week's notes says why that matters.`;
