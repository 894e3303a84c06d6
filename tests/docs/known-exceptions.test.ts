// The advisories that SECURITY.md explains: the versions that mend what can be mended, and why the rest is out of reach.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hrefWith } from "~/screens/forms/href-with";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

it("the lock file has the routers without CVE-2026-53668, and no other copy of them", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, { version?: string }> };
  const versions = (name: string) =>
    Object.entries(packages).flatMap(([path, { version }]) => (path.endsWith(`node_modules/${name}`) ? [version] : []));
  expect(versions("react-router")).toEqual(["6.30.6"]);
  expect(versions("react-router-dom")).toEqual(["6.30.6"]);
  expect(versions("@remix-run/router")).toEqual(["1.23.4"]);
});

it("each advisory that has no mending in Remix 2 is explained by its package and number", () => {
  const [, exceptions = ""] = read("SECURITY.md").split("### Known exceptions");
  for (const name of [
    "`turbo-stream`",
    "`@remix-run/react`",
    "`react-router`",
    "`react-router-dom`",
    "`@remix-run/server-runtime`",
  ])
    expect(exceptions).toContain(name);
  for (const number of ["CVE-2026-34077", "GHSA-337j-9hxr-rhxg", "GHSA-wrjc-x8rr-h8h6"])
    expect(exceptions).toContain(number);
});

it("CVE-2026-34077: nothing that a page gives back has the shape that a request gave it, for no page reads JSON", () => {
  const files = ["app/routes", "app/screens"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  // What runs in the browser reads the answers of its own server.
  const pages = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith("app/screens/browser/"));
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.filter((file) => /\.json\(\)|JSON\.parse\(/.test(read(file)))).toEqual([]);
});

it("GHSA-337j-9hxr-rhxg: a page tells the browser of no constructor to call, whatever an error is called", () => {
  const runtime = createRequire(createRequire(join(root, "package.json")).resolve("@remix-run/server-runtime"));
  const { serializeErrors } = runtime("./errors.js") as {
    serializeErrors(errors: Record<string, unknown>, mode: string): Record<string, Record<string, unknown>>;
  };
  const hostile = Object.assign(new Error("x"), { name: "Function" });
  expect(serializeErrors({ page: hostile }, "development")["page"]).toHaveProperty("__subType");
  expect(serializeErrors({ page: hostile }, "production")["page"]).not.toHaveProperty("__subType");
});

it("GHSA-wrjc-x8rr-h8h6: an address that a page makes of its own never names another host", () => {
  for (const path of [
    "//evil.example",
    "/.//evil.example",
    "/\\evil.example",
    "/./\\evil.example",
    "////evil.example",
  ]) {
    const { pathname, search } = new URL(`http://linnet.invalid${path}`);
    expect(new URL(hrefWith({ pathname, search }, { edit: "1" }), "http://linnet.invalid").host).toBe("linnet.invalid");
  }
});

it("CVE-2026-42342, CVE-2026-55685: no address names the routes to look up, in the build or in a page", () => {
  expect(read("remix.config.js")).toMatch(/v3_lazyRouteDiscovery: false/);
});
