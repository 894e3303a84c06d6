// The built app answers: its pages, the headers on every answer, its cookies, and how much a page makes a browser load.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { password, register, newEmail, Visitor } from "../../support/people/browser";
import { type BuiltServer, startServer } from "../../support/server";

let server: BuiltServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const pages = ["/generate", "/bot", "/timeline", "/strategy", "/product-analyse"];
const get = (path: string, init: RequestInit = {}) => fetch(`${server.origin}${path}`, { redirect: "manual", ...init });

describe("pages", () => {
  it("/ leads to /generate, and every screen is HTML with its own title", async () => {
    expect((await get("/")).headers.get("location")).toBe("/generate");
    const titles = new Set<string>();
    for (const page of pages) {
      const answer = await get(page);
      expect(answer.status, page).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      titles.add(/<title>([^<]+)/.exec(await answer.text())?.[1] ?? "");
    }
    expect(titles.size).toBe(pages.length);
  });

  it("an address that is none of ours is a page with 404", async () => {
    const answer = await get("/no/such/page");
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("Page not found");
  });

  it("says on every screen that nothing leaves this server", async () => {
    for (const page of pages) {
      const text = await (await get(page)).text();
      expect(text, page).toContain("Posts stay on this server. Nothing goes to X.");
      expect(text, page).toContain("Gemini isn’t used.");
    }
  });

  it("/healthz tells that all is well and who publishes", async () => {
    const health = await (await get("/healthz")).json();
    expect(health).toMatchObject({ healthy: true, loop: true, database: true, publisher: true });
  });
});

describe("headers", () => {
  it("are on every kind of answer: page, redirect, missing page, API, refusal, asset, data", async () => {
    const [asset = ""] = /\/build\/[^"]+\.js/.exec(await (await get("/generate")).text()) ?? [];
    const places = ["/generate", "/", "/no/such/page", "/healthz", "/api/nothing", "/api/users/login", asset];
    const ids = new Set<string | null>();
    for (const place of [...places, "/favicon.svg", "/generate.data", "/api/%E0%A4%A", "//api/x"]) {
      const { headers } = await get(place);
      expect(headers.get("x-content-type-options"), place).toBe("nosniff");
      expect(headers.get("referrer-policy"), place).toBe("same-origin");
      expect(headers.get("cross-origin-opener-policy"), place).toBe("same-origin");
      expect(headers.get("cross-origin-resource-policy"), place).toBe("same-origin");
      expect(headers.get("permissions-policy"), place).toContain("camera=()");
      // One policy each: a page's own, and the strict one of what is no page.
      expect(headers.get("content-security-policy")?.match(/default-src/g), place).toHaveLength(1);
      expect(headers.get("content-security-policy"), place).toContain("frame-ancestors 'none'");
      expect(headers.get("x-powered-by"), place).toBeNull();
      expect(headers.get("strict-transport-security"), place).toBeNull();
      expect(headers.get("access-control-allow-origin"), place).toBeNull();
      ids.add(headers.get("x-request-id"));
    }
    expect(ids.size).toBe(places.length + 4);
    expect(ids).not.toContain(null);
  });

  it("a page's policy has a nonce of its own, which every script of it carries", async () => {
    const nonces = new Set<string>();
    for (const page of [...pages, "/generate", "/no/such/page"]) {
      const answer = await get(page);
      const policy = answer.headers.get("content-security-policy") ?? "";
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      expect(nonce.length, page).toBeGreaterThanOrEqual(16);
      expect(policy).not.toContain("unsafe");
      for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(rule);
      const text = await answer.text();
      const scripts = [...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
      expect(scripts.length).toBeGreaterThan(0);
      for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
      expect(text, "an inline style or handler").not.toMatch(/<[^>]+\s(style|on[a-z]+)="/);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(pages.length + 2);
  });

  it("pages and the API are never stored, assets for a year", async () => {
    const text = await (await get("/generate")).text();
    const [asset = ""] = /\/build\/[^"]+\.js/.exec(text) ?? [];
    for (const place of ["/generate", "/timeline", "/generate.data", "/healthz", "/api/nothing"])
      expect((await get(place)).headers.get("cache-control"), place).toBe("no-store");
    expect((await get(asset)).headers.get("cache-control")).toContain("immutable");
  });
});

describe("cookies", () => {
  const cookieOf = async (server: BuiltServer): Promise<string> => {
    const visitor = new Visitor(server.origin);
    const fields = { intent: "create-account", email: newEmail("alice"), password };
    return (await visitor.post("/generate?panel=register", fields)).headers.get("set-cookie") ?? "";
  };

  it("over http the session is HttpOnly, Lax, for the whole site, and of this host alone", async () => {
    const cookie = await cookieOf(server);
    expect(cookie).toMatch(/^linnet=/);
    for (const flag of ["HttpOnly", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(flag);
    expect(cookie).not.toMatch(/Domain=|Secure/i);
  });

  it("behind an https origin it is Secure and pinned to the host, and HSTS is on", async () => {
    const secure = await startServer({ env: { APP_ORIGIN: "https://linnet.example" } });
    try {
      const visitor = new Visitor(secure.origin);
      const fields = { intent: "create-account", email: newEmail("alice"), password };
      const answer = await visitor.post("/generate?panel=register", fields);
      const cookie = answer.headers.get("set-cookie") ?? "";
      expect(cookie).toMatch(/^__Host-linnet=/);
      for (const flag of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(flag);
      const theme = await visitor.post("/generate", { intent: "set-theme", theme: "dark" });
      expect(theme.headers.get("set-cookie")).toMatch(
        /^__Host-linnet_theme=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(await (await visitor.open("/generate")).text()).toContain('data-theme="dark"');
      expect(answer.headers.get("strict-transport-security")).toMatch(/max-age=31536000/);
    } finally {
      await secure.close();
    }
  });
});

describe("what a browser loads at first", () => {
  const publicFolder = join(import.meta.dirname, "../../../public");
  /** As the build has compressed it; what is smaller as it is has no other form. */
  const sizeOf = (path: string): number => {
    const whole = join(publicFolder, path);
    const compressed = `${whole}.br`;
    return statSync(existsSync(compressed) ? compressed : whole).size;
  };
  /** What it links to is what it loads; its data names more, such as the list of all routes. */
  const assetsOf = (html: string, kind: "js" | "css") => [
    ...new Set(
      [...html.matchAll(new RegExp(`<link[^>]* href="(/build/[\\w./$-]+\\.${kind})"`, "g"))].map(
        ([, path]) => path ?? "",
      ),
    ),
  ];
  const sum = (paths: string[]) => paths.map(sizeOf).reduce((total, size) => total + size, 0);
  /** Script and style together; what a page loads besides is weighed in tests/e2e/frame/weight.script.spec.ts. */
  const maxBytes = 110_000;
  const views = [...pages, "/generate?panel=register", "/generate?test=1", "/timeline?panel=settings", "/no/such/page"];

  it("is little enough linked script and style in brotli on every page, for guests and for people", async () => {
    const tooMuch: string[] = [];
    for (const visitor of [new Visitor(server.origin), await register(server.origin, "alice")])
      for (const view of views) {
        const html = await (await visitor.open(view)).text();
        const [scripts, styles] = [assetsOf(html, "js"), assetsOf(html, "css")];
        expect(scripts.length, view).toBeGreaterThan(3);
        expect(styles.length, view).toBeGreaterThan(0);
        const bytes = sum([...scripts, ...styles]);
        if (bytes > maxBytes) tooMuch.push(`${view}: ${bytes} bytes`);
      }
    expect(tooMuch).toEqual([]);
  });

  it("is sent compressed", async () => {
    const { headers } = await get("/generate", { headers: { "accept-encoding": "gzip" } });
    expect(headers.get("content-encoding")).toBe("gzip");
  });

  it.each(["br", "gzip", "identity"])("is sent as the browser takes it: %s", async (form) => {
    const html = await (await get("/generate")).text();
    for (const path of [...assetsOf(html, "js"), ...assetsOf(html, "css")]) {
      const answer = await get(path, { headers: { "accept-encoding": form } });
      expect(await answer.text(), path).toBe(readFileSync(join(publicFolder, path), "utf8"));
      if (sizeOf(path) > 1_000)
        expect(answer.headers.get("content-encoding"), path).toBe(form === "identity" ? null : form);
      expect(answer.headers.get("vary"), path).toBe("Accept-Encoding");
      expect(answer.headers.get("content-type"), path).toMatch(/^(text|application)\/(javascript|css); charset=utf-8/i);
      const again = await get(path, {
        // As a browser's reload; without it fetch says "no-cache".
        headers: {
          "if-none-match": answer.headers.get("etag") ?? "",
          "cache-control": "max-age=0",
          "accept-encoding": form,
        },
      });
      expect(again.status, path).toBe(304);
    }
  });
});
