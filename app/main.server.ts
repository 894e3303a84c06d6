// The server's process, from the build's first line on: starts what runs beside the pages, then answers what is asked.
import { setFlagsFromString } from "node:v8";
import * as build from "@remix-run/dev/server-build";
import { start } from "~jobs/start.server";
import { getApp } from "./app.server";
import { openAssets } from "./http/assets.server";
import { answerWithRemix } from "./http/remix.server";
import { closeHttp, openFrontDoor } from "./http/front-door.server";
import { openMetrics } from "./http/metrics.server";
import { turnAway } from "./http/turn-away.server";

// What remix-serve reads of a build.
export * from "@remix-run/dev/server-build";

// By itself V8 lets the heap grow up to fourfold before it collects: a third less memory for a thirtieth of the pages (010).
setFlagsFromString("--heap-growing-percent=100");

// Migrations are done, and a bad environment has ended the process, before remix-serve listens.
await start(closeHttp);
const app = getApp();
const { https, trustProxy } = app.config;
const sendAsset = openAssets(app);
const sendPage = answerWithRemix(app, build);
openFrontDoor({
  https,
  trustProxy,
  answer: (request, response) => {
    if (!sendAsset(request, response) && !turnAway(app, request, response)) void sendPage(request, response);
  },
});
openMetrics();
