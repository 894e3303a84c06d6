// An account's voice: written down, tried before it is kept, saved, and taken by the next batch. With a script and without.
import { newHandle, linkInSandbox } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";

test("a voice is put together, tried, saved and taken by the next topic", async ({
  page,
  arrive,
  script,
  complaints,
}) => {
  complaints.expect(422);
  const { visitor } = await arrive("alice");
  await linkInSandbox(visitor, newHandle("second"));
  await page.goto("/settings/voice");
  const main = page.getByRole("main");
  const press = (name: string) => main.getByRole("button", { name, exact: true }).click();
  await expect(main.getByRole("navigation", { name: "Account" }).getByRole("link")).toHaveCount(2);

  // What was typed stays through acts that keep nothing.
  await main.getByLabel("About you").fill("I build small tools, alone in the evenings.");
  await main.getByText("Dry", { exact: true }).click();
  await main.getByText("Plain", { exact: true }).click();
  await main.getByRole("group", { name: "Hashtags" }).getByText("Never").click();
  await main.getByLabel("Words to avoid").fill("delve, game-changer");
  for (const [n, words] of ["I price by what it costs me to say no.", "A changelog is a love letter."].entries()) {
    await main.getByLabel(n === 0 ? "Paste one" : "Paste another").fill(words);
    await press("Add sample");
    await expect(main.getByLabel(`Sample ${n + 1}`, { exact: true })).toHaveValue(words);
  }
  await expect(main).toContainText("Add 1 more, because the AI needs at least 3 samples");
  await press("Remove sample 1");
  await expect(main.getByLabel("Sample 1", { exact: true })).toHaveValue("A changelog is a love letter.");
  await expect(main.getByLabel("Sample 2", { exact: true })).toHaveCount(0);

  await expect(main).toContainText("The demo writer can’t show how a voice changes writing.");
  await expect(main.getByLabel("About you")).toHaveValue("I build small tools, alone in the evenings.");
  await expect(main.getByRole("checkbox", { name: "Dry" })).toBeChecked();
  await expect(main.getByRole("radio", { name: "Never" }).first()).toBeChecked();

  await page.reload();
  if (script) {
    // The texts were kept in this browser, the ticks were not.
    await expect(main.getByLabel("About you")).toHaveValue("I build small tools, alone in the evenings.");
    await expect(main.getByRole("checkbox", { name: "Dry" })).not.toBeChecked();
    await main.getByRole("button", { name: "Discard" }).click();
    await expect(main.getByLabel("About you")).toHaveValue("");
  } else await page.goto("/settings/voice");

  // A fifth tone is refused with a sentence, and nothing of the form is lost.
  for (const tone of ["Plain", "Warm", "Dry", "Bold", "Curious"]) await main.getByText(tone, { exact: true }).click();
  await main.getByLabel("Your audience", { exact: true }).fill("People with a day job");
  await press("Save voice");
  await expect(main.getByRole("group", { name: "Up to 4" })).toContainText("Up to four tones. Remove one first.");
  await expect(main.getByLabel("Your audience", { exact: true })).toHaveValue("People with a day job");
  await main.getByText("Bold", { exact: true }).click();
  await main.getByLabel("Words to avoid").fill("delve");
  // Enter saves: it must not take a sample away.
  await main.getByLabel("Words to avoid").press("Enter");
  await expect(page.getByText("Voice saved. New drafts and rewrites will use it.").first()).toBeVisible();
  await page.goto("/settings/voice");
  await expect(main.getByLabel("Your audience", { exact: true })).toHaveValue("People with a day job");
  await expect(main.getByRole("checkbox", { name: "Bold" })).not.toBeChecked();
  await expect(main.getByRole("checkbox", { name: "Curious" })).toBeChecked();

  await main.getByRole("navigation", { name: "Account" }).getByRole("link").last().click();
  await expect(main.getByLabel("Your audience", { exact: true })).toHaveValue("");
});

test("samples are ticked among one's own posts, which the sandbox shows for nothing", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const write = async (tweet_content: string) => {
    const { body } = await visitor.call<{ data: { id: number } }>("POST", "/api/questions/tweet", { tweet_content });
    await visitor.call("POST", `/api/questions/publish-now/${body.data.id}`);
  };
  for (const words of ["The first post of mine.", "The second, drier.", "The third: rain."]) await write(words);
  await page.goto("/settings/voice");
  const main = page.getByRole("main");
  await main.getByLabel("About you").fill("Somebody");
  await main.getByRole("button", { name: "Import my last 50 posts (free)" }).click();
  const posts = main.getByRole("group", { name: /^Select the posts/ });
  await expect(posts.getByRole("checkbox")).toHaveCount(3);
  for (const words of ["The first post", "The third"]) await posts.getByText(words).click();
  await main.getByRole("button", { name: "Add sample" }).click();
  await expect(main.getByLabel("Sample 2", { exact: true })).toHaveValue("The first post of mine.");
  await expect(posts.getByRole("checkbox")).toHaveCount(1);
  await posts.getByText("The second").click();
  await main.getByRole("button", { name: "Save voice" }).click();
  await expect(page.getByText("Voice saved. New drafts and rewrites will use it.").first()).toBeVisible();
  await page.goto("/settings/voice");
  await expect(main.getByLabel("Sample 3", { exact: true })).toHaveValue("The second, drier.");
});

for (const width of [360, 768, 1440])
  test(`the page of the voice holds at ${width} px, in both themes`, async ({ page, arrive, script }) => {
    await page.setViewportSize({ width, height: 900 });
    const { visitor } = await arrive("alice");
    await linkInSandbox(visitor, newHandle("second"));
    const { body } = await visitor.call<{ accounts: { id: number }[] }>("GET", "/api/twitter/accounts/list");
    const voice = {
      about: "I build small tools alone in the evenings and say what they cost, what broke and what I charge.",
      tone: ["plain", "dry", "precise"],
      avoid: ["game-changer", "delve", "hot take"],
      samples: [
        "I price by what it costs me to say no.",
        "A changelog is a love letter with version numbers.",
        "w".repeat(300),
      ],
    };
    await visitor.call("PUT", `/api/voices/${body.accounts[0]?.id ?? 0}`, voice);
    await page.goto(`/settings/voice?account=${body.accounts[0]?.id ?? 0}`);
    await expect(page.getByRole("heading", { name: "Before and after" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const shots = process.env["LINNET_SHOTS"];
      if (shots) await page.screenshot({ path: `${shots}/voice-${width}-${colorScheme}.png`, fullPage: true });
    }
    // axe waits for frames, which a page without a script never has.
    if (script) expect(await faultsOf(page, `the voice at ${width}`)).toEqual([]);
  });

test("the composer and the panel lead to the voice, and the composer says when one is in use", async ({
  page,
  arrive,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { visitor } = await arrive("alice");
  await linkInSandbox(visitor, newHandle("second"));
  const shot = async (name: string) => {
    const shots = process.env["LINNET_SHOTS"];
    if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
  };
  await page.goto("/generate?panel=sidebar");
  await shot("panel-360");
  await page.getByRole("link", { name: /^Voice of @second/ }).click();
  await expect(page.getByRole("link", { name: /^@second/, exact: false })).toHaveAttribute("aria-current", "true");
  await page.goto("/generate");
  await page.getByRole("link", { name: "Set up voice" }).click();
  await page.getByLabel("About you").fill("Somebody");
  await page.getByRole("button", { name: "Save voice" }).click();
  await expect(page.getByText("Voice saved. New drafts and rewrites will use it.").first()).toBeVisible();
  await page.goto("/generate");
  await expect(page.getByRole("link", { name: "Voice on" })).toBeVisible();
  await shot("composer-360");
});
