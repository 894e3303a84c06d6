// One node, started as production starts it, with a network inside the process that says yes to every post at once.
import { getApp } from "~/app.server";
import type { Network } from "~/ports/network/port";
import { start } from "~jobs/start.server";

await start(() => Promise.resolve());

let posts = 0;
const post: Network["post"] = () => {
  posts += 1;
  const id = `${process.pid}${String(posts).padStart(9, "0")}`;
  return Promise.resolve({ kind: "answered", status: 201, headers: {}, body: { data: { id } } });
};
const app = getApp();
app.network = { ...app.network, post };
process.send?.("ready");
