// Looks at every view at three widths, light and dark; keeps a chosen few, small, in docs/screens.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Page, test } from "@playwright/test";
import { startServer } from "../support/server";
import { seed, type Seeded } from "./seed";

const folder = process.env["PICTURES"];
const only = process.env["PICTURES_ONLY"];
const into = folder ?? join(import.meta.dirname, "..", "..", "docs", "screens");
const widths = { 360: 740, 768: 1024, 1440: 900 } as const;
const themes = ["light", "dark"] as const;

interface View {
  name: string;
  path: (seeded: Seeded) => string;
  guest?: boolean;
  /** As tall as the page is; a modal belongs to its window. */
  whole?: boolean;
  /** What docs/screens keeps of it: width and theme. */
  kept?: string[];
}

const views: View[] = [
  {
    name: "results",
    path: ({ batchId }) => `/generate?batch=${batchId}`,
    whole: true,
    kept: ["1440-light", "1440-dark", "360-light"],
  },
  { name: "input", path: () => "/generate", whole: true, kept: ["1440-light", "360-dark"] },
  { name: "guest", path: () => "/generate", guest: true, whole: true, kept: ["768-light"] },
  { name: "timeline", path: () => "/timeline", whole: true, kept: ["1440-light", "768-dark", "360-light"] },
  { name: "week-list", path: () => "/timeline?view=list", whole: true, kept: ["360-light"] },
  { name: "week-open", path: ({ batchId }) => `/generate?batch=${batchId}&grid=open`, whole: true },
  { name: "schedule", path: ({ batchId }) => `/generate?batch=${batchId}&schedule=7`, kept: ["768-light"] },
  { name: "ideas", path: () => "/ideas", whole: true, kept: ["1440-light", "360-dark"] },
  { name: "ideas-bin", path: () => "/ideas?state=bin", whole: true },
  { name: "topics", path: () => "/ideas?view=topics", whole: true },
  { name: "voice", path: () => "/settings/voice", whole: true, kept: ["1440-dark", "360-light"] },
  { name: "move", path: ({ tweets }) => `/timeline?tweet=${tweets["scheduled"]}&move=1`, kept: ["768-dark"] },
  { name: "edit-card", path: ({ batchId, tweets }) => `/generate?batch=${batchId}&edit=${tweets["pending"]}` },
  { name: "hours", path: () => "/settings/hours", whole: true, kept: ["1440-light"] },
  { name: "api-docs", path: () => "/api/docs" },
  { name: "programs", path: () => "/settings/programs", whole: true },
  { name: "programs-revoke", path: () => "/settings/programs?step=revoke&key=1" },
  { name: "webhooks-add", path: () => "/settings/programs?step=add-webhook", whole: true },
  { name: "webhooks-change", path: () => "/settings/programs?step=change-webhook&webhook=hook-told" },
  { name: "webhooks-deliveries", path: () => "/settings/programs?step=deliveries&webhook=hook-failing" },
  { name: "webhooks-secret", path: () => "/settings/programs?step=new-secret&webhook=hook-failing" },
  { name: "webhooks-remove", path: () => "/settings/programs?step=remove-webhook&webhook=hook-failing" },
  { name: "programs-rotate", path: () => "/settings/programs?step=rotate&key=1" },
  { name: "worked", path: () => "/worked?period=90", whole: true, kept: ["1440-light", "360-dark"] },
  { name: "worked-tweet", path: ({ tweets }) => `/worked?tweet=${tweets["read"]}`, kept: ["768-light"] },
  { name: "month", path: () => "/timeline?view=month" },
  { name: "test-mode", path: () => "/generate?test=1", guest: true, whole: true },
  { name: "detail", path: ({ tweets }) => `/timeline?tweet=${tweets["scheduled"]}`, kept: ["768-light"] },
  { name: "detail-failed", path: ({ tweets }) => `/timeline?tweet=${tweets["failed"]}` },
  { name: "list", path: ({ slot }) => `/timeline?slot=${slot}`, kept: ["360-dark"] },
  { name: "write", path: () => "/timeline?write=1" },
  { name: "composer", path: () => "/write", whole: true },
  { name: "edit", path: ({ tweets }) => `/timeline?tweet=${tweets["scheduled"]}&edit=1` },
  { name: "panel", path: () => "/generate?panel=sidebar", kept: ["1440-light", "360-light"] },
  { name: "panel-guest", path: () => "/generate?panel=sidebar", guest: true },
  { name: "sign-in", path: () => "/generate?panel=login", guest: true, kept: ["360-light"] },
  { name: "create-account", path: () => "/generate?panel=register", guest: true },
  { name: "settings", path: () => "/generate?panel=settings", kept: ["768-dark"] },
  { name: "settings-guest", path: () => "/generate?panel=settings", guest: true },
  { name: "success", path: () => "/generate?panel=success" },
  { name: "help", path: () => "/generate?panel=help" },
  { name: "unlink", path: () => "/generate?unlink=1" },
  { name: "bot", path: () => "/bot?step=content-creation", whole: true, kept: ["768-light"] },
  { name: "bot-done", path: () => "/bot?step=automatic-posting&done=1" },
  { name: "strategy", path: () => "/strategy", whole: true },
  { name: "analyse", path: () => "/product-analyse", whole: true },
  { name: "error", path: () => "/generate?batch=none", whole: true },
];

test("the pictures", async ({ browser }) => {
  mkdirSync(into, { recursive: true });
  const server = await startServer();
  try {
    const seeded = await seed(server);
    for (const [width, height] of Object.entries(widths))
      for (const theme of themes)
        for (const view of views) {
          const shot = `${width}-${theme}`;
          if (folder ? only && !new RegExp(only).test(`${view.name}-${shot}`) : !view.kept?.includes(shot)) continue;
          const context = await browser.newContext({
            baseURL: server.origin,
            viewport: { width: Number(width), height },
            colorScheme: theme,
          });
          if (!view.guest) await context.addCookies(seeded.visitor.cookies());
          const page = await context.newPage();
          await page.goto(view.path(seeded), { waitUntil: "networkidle" });
          await take(page, view, fileOf(view, shot));
          await context.close();
        }
  } finally {
    await server.close();
  }
});

/** The README's own is named after its view alone. */
const fileOf = ({ name, kept }: View, shot: string): string =>
  !folder && shot === kept?.[0] && name === "results" ? `${name}.png` : `${name}-${shot}.webp`;

async function take(page: Page, view: View, file: string): Promise<void> {
  // A sheet on a phone is long: the first two screens tell enough.
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  if (view.whole) await page.setViewportSize({ width, height: Math.min(Math.max(tall, height), 3 * height) });
  if (file.endsWith(".png")) await page.screenshot({ path: join(into, file) });
  else writeFileSync(join(into, file), await webp(page));
}

/** A fifth of the size of a PNG, and what reads Markdown shows it. */
async function webp(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  return Buffer.from(data, "base64");
}
