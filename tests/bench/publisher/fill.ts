// Puts tweets on the timelines of a data folder that exists: so many a second, from a moment on.
import { openApp } from "./app";
import { seed } from "./seed";

const [folder = "", tweets, perSecond, firstAt] = process.argv.slice(2);
const app = await openApp(folder);
await seed(app, {
  tweets: Number(tweets),
  perAccount: 20,
  dueAt: (n) => Math.round(Number(firstAt) + (n * 1_000) / Number(perSecond)),
});
await app.db.destroy();
console.log("{}");
