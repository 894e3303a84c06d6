// A thread by its screens: written as one long text, looked at, sent, stopped, gone on with, left; with and without a script.
import { linkInSandbox, newHandle, sendThread, writeThread } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const long = Array.from({ length: 30 }, (_, n) => `This is sentence number ${n + 1}.`).join(" ");

test("one long text becomes a thread, which goes out once all of it was in sight", async ({ page, arrive, script }) => {
  const { visitor } = await arrive("alice");
  await linkInSandbox(visitor, newHandle("second"));
  await page.goto("/timeline?write=1");
  if (script) await at.done(page);
  await page.getByRole("textbox", { name: "Tweet", exact: true }).fill(long);
  await page.getByRole("button", { name: "Split into a thread" }).click();
  const window = page.getByRole("dialog");
  await expect(window.getByRole("heading", { name: "3 parts" })).toBeVisible();
  await expect(window).toContainText("$0.045");
  await expect(window.getByRole("listitem").filter({ hasText: "sentence number 30" })).toBeVisible();
  await window.getByRole("button", { name: "Post Now" }).click();
  await expect(page.getByText("Part 1 is posted. The rest will follow.").first()).toBeVisible();
  await expect(window.getByRole("button", { name: "Stop after this part" })).toBeVisible();
  await expect(window.getByRole("link", { name: "View post" }).first()).toBeVisible();
});

test("a thread is stopped, copied, gone on with and left", async ({ page, arrive, script }) => {
  const { visitor } = await arrive("alice");
  const id = await sendThread(visitor);
  await page.goto(`/timeline?tweet=${id}`);
  if (script) await at.done(page);
  const window = page.getByRole("dialog");
  await window.getByRole("button", { name: "Stop after this part" }).click();
  await expect(window.getByRole("button", { name: "Continue" })).toBeVisible();
  await expect(window).toContainText("You stopped the thread.");
  await window.getByText("Copy the remaining parts").click();
  await expect(window.getByLabel("Part 25")).toHaveValue("Bird 25 of the hedge");
  if (script) expect(await faultsOf(page, "a thread that stands still")).toEqual([]);
  await window.getByRole("button", { name: "Continue" }).click();
  await window.getByRole("button", { name: "Stop after this part" }).click();
  await window.getByRole("button", { name: "End thread here" }).click();
  await expect(window).toContainText("You ended the thread there");
  await expect(window.getByRole("button", { name: "Continue" })).toHaveCount(0);
});

test("the parts of a thread are changed, and what another tab has changed is not overwritten unasked", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(409);
  const { visitor } = await arrive("alice");
  const id = await writeThread(visitor);
  await page.goto(`/timeline?tweet=${id}`);
  if (script) await at.done(page);
  const window = page.getByRole("dialog");
  await window.getByRole("link", { name: "Edit" }).click();
  await expect(window.getByRole("heading", { name: "Edit thread" })).toBeVisible();
  await window.getByLabel("Part 2", { exact: true }).fill("A part of my own");
  await window.getByLabel("Part 3", { exact: true }).fill("");
  const parts = ["Words of another tab", "and more of them"];
  await visitor.call("PUT", `/api/questions/thread/${id}`, { parts });
  await window.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This thread changed while you were editing.").first()).toBeVisible();
  await expect(window.getByLabel("Part 2", { exact: true })).toHaveValue("A part of my own");
  await expect(window.getByLabel(/^Part 3/)).toHaveValue("");
  // With a script the window reads at once what stands there now.
  if (script) await at.done(page);
  await window.getByRole("button", { name: "Save" }).click();
  await expect(window.getByRole("heading", { name: "24 parts" })).toBeVisible();
  await expect(window).toContainText("A part of my own");
});
