// The verbs of an analysis and its bot.
import type { Page } from "@playwright/test";
import { button, type Stage, type Verb, within, write } from "./stage";

const product =
  "A booking page for small sailing schools. Setup takes 15 minutes. Skippers see the tide. Start a free trial.";

const openAnalysis = async ({ page, arrive }: Stage, bot: "none" | "runs" | "asks" = "none"): Promise<void> => {
  const { visitor } = await arrive("alice");
  type Analysed = { data: { analysis_id: number } };
  const { body } = await visitor.call<Analysed>("POST", "/api/bots/content-analysis/analyze", { content: product });
  await page.goto(`/product-analyse?analysis=${body.data.analysis_id}`);
  if (bot === "none") return;
  await button(page, "Start Bot").click();
  await within(page).waitFor();
  for (const box of await within(page).getByRole("checkbox").all())
    if (bot === "asks" || !["review", "learn"].includes((await box.getAttribute("name")) ?? "")) await box.check();
  await within(page).getByRole("button", { name: "Start Bot" }).click();
  await button(page, "Bot Started").waitFor();
};

const analysisOf = (page: Page): string => new URL(page.url()).searchParams.get("analysis") ?? "";

const openProposal = async (stage: Stage): Promise<void> => {
  await openAnalysis(stage, "asks");
  const { page } = stage;
  const proposal = page.getByRole("form", { name: "Waiting for your approval" });
  for (let looks = 0; looks < 60 && !(await proposal.isVisible()); looks += 1) {
    await page.reload();
    await proposal.waitFor({ timeout: 1_000 }).catch(() => {});
  }
};

export const bots = {
  analyse: {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/product-analyse");
      await page.locator("[name=content]").fill(product);
    },
    press: (page) => button(page, "Analyse Product").click(),
    message: /^The analysis is ready: \d\.\d of 10$/,
    isShown: true,
    focus: /^h1 Analysis Results$/,
  },
  "analyse-again": {
    async come(stage) {
      await openAnalysis(stage);
      write(stage, "update analyses set state = 'failed', error = 'It broke' where id = ?", analysisOf(stage.page));
      await stage.page.reload();
    },
    press: (page) => button(page, "Run it again").click(),
    message: /^The analysis is ready: \d\.\d of 10$/,
    isShown: true,
    focus: /^h1 Analysis Results$/,
  },
  "start-bot": {
    async come(stage) {
      await openAnalysis(stage, "runs");
      await button(stage.page, "Stop Bot").click();
      await button(stage.page, "Start Bot").waitFor();
    },
    press: (page) => button(page, "Start Bot").click(),
    message: /^Bot started successfully!$/,
    focus: /^button Bot Started$/,
  },
  "stop-bot": {
    come: (stage) => openAnalysis(stage, "runs"),
    press: (page) => button(page, "Stop Bot").click(),
    message: /^Bot stopped successfully!$/,
    focus: /^h2 Bot Control$/,
  },
  "review-bot": {
    come: (stage) => openAnalysis(stage, "runs"),
    press: (page) => button(page, "Ask me before each post").click(),
    message: /^The bot asks you before each post$/,
    focus: /^button Post without asking me$/,
  },
  "teach-bot": {
    async come(stage) {
      await openAnalysis(stage, "runs");
      await stage.page.getByRole("checkbox", { name: "Let the bot learn from results" }).check();
    },
    press: (page) => button(page, "Save").click(),
    message: /^The bot learns from results$/,
    focus: /^button Save$/,
  },
  "approve-tweet": {
    come: openProposal,
    press: (page) => button(page, "Approve").click(),
    message: /^Approved\. /,
    focus: /^h2 Bot Control$/,
  },
  "reject-tweet": {
    come: openProposal,
    press: (page) => button(page, "Suggest another").click(),
    message: /^Writing another suggestion…$/,
    focus: /^(h2 Bot Control|button Suggest another)$/,
  },
} satisfies Record<string, Verb>;
