// The app's own router in this process, over the real table of URLs: a Request in, the Response of its route out.
import { join } from "node:path";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { handlers } from "~/api/index.server";
import { addressFor } from "~/http/door/address.server";
import { routes } from "../../../app/routes.table.js";

type Manifest = ServerBuild["routes"];
interface Entry {
  path: string;
  file: string;
}

/** Every route of the table. */
function manifest(): Entry[] {
  const entries: Entry[] = [];
  const define = (work: (route: (path: string, file: string) => void) => void) => {
    work((path, file) => void entries.push({ path, file }));
    return {};
  };
  routes(define as unknown as Parameters<typeof routes>[0]);
  return entries;
}

/** Of pages and of the API, ids in braces, and one that is nowhere. */
export const everyAddress = (): string[] => [
  ...manifest().map(({ path }) => `/${path.replace(/:(\w+)/g, "{$1}").replace("*", "anything")}`.replace("//", "/")),
  ...new Set(handlers.map(({ endpoint }) => endpoint.path)),
];

const appFolder = join(import.meta.dirname, "../../../app");
const isResource = ({ path }: Entry): boolean => path.startsWith("api/") || path === "session/key" || path === "mcp";

/** What a build says of itself beside its routes: the same as remix.config.js makes it. */
export const buildSettings = {
  mode: "test",
  publicPath: "/build/",
  assetsBuildDirectory: "public/build",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: true,
  },
  isSpaMode: false,
} satisfies Partial<ServerBuild>;

async function build(kind: "api" | "forms"): Promise<ServerBuild> {
  const entries = manifest().filter((entry) => isResource(entry) === (kind === "api"));
  const loaded = entries.map(async ({ path, file }) => {
    const module = (await import(/* @vite-ignore */ join(appFolder, file))) as Manifest[string]["module"];
    return [file, { id: file, path, module }] as const;
  });
  const found: Manifest = Object.fromEntries(await Promise.all(loaded));
  const noPage = () => {
    throw new Error("There are no pages here");
  };
  return {
    ...buildSettings,
    entry: { module: { default: noPage } },
    routes: found,
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  };
}

/** The request with the address that the front door would let it have. */
function admitted(request: Request): Request {
  const { origin, pathname, search } = new URL(request.url);
  const address = addressFor(pathname + search);
  return address === pathname + search ? request : new Request(origin + address, request);
}

export type Router = (request: Request) => Promise<Response>;

/** `forms` has the screens instead, whose forms a script posts: their pages are not rendered here. */
export async function createRouter(kind: "api" | "forms" = "api"): Promise<Router> {
  const handle = createRequestHandler(await build(kind), "test");
  return (request) => handle(admitted(request));
}
