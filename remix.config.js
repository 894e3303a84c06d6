// How the classic compiler builds Linnet; the URL table lives in app/routes.table.js.
import { routes } from "./app/routes.table.js";

/** @type {import("@remix-run/dev").AppConfig} */
export default {
  ignoredRouteFiles: ["**/*"],
  routes,
  server: "app/main.server.ts",
  serverModuleFormat: "esm",
  serverPlatform: "node",
  // Some four hundred small files, which took a seventh of the start.
  serverDependenciesToBundle: [/^kysely/, /^zod/],
  watchPaths: ["./db/**/*.ts", "./jobs/**/*.ts"],
  // The default mode kills and restarts remix-serve, so that hot reload meets a refused connection.
  dev: { manual: true },
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // With true, each part of an address is looked up among all routes: one GET of 5,000 parts held the server for 20 s.
    v3_lazyRouteDiscovery: false,
    // With false, remix-serve swaps the global fetch for an old polyfill (no AbortSignal.timeout, no getSetCookie).
    v3_singleFetch: true,
  },
};
