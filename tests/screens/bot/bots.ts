// Bots of alice's, for the pages that show them.
import { analyse } from "~/features/analysis/analysis.server";
import { runBots, startBot } from "~/features/bots/bots.server";
import { createDemo } from "~/ports/ai/demo.server";
import type { Page } from "../support/browse";
import type { Stage } from "../support/people";
import { placesOf, wordsOf } from "../support/seen";

export const sailing =
  "A booking page for small sailing schools. Unlike a newsletter it fills 9 of 10 seats. Try it free.";
export const tea =
  "One tea a month with a brewing card, for people who like the ritual. 1,200 subscribers. Start today.";

/** What the demo writer says of sailing. */
export const proposed =
  "To explain a booking page for small sailing schools, begin with what people did by hand yesterday. The feature list can wait.";

/** The bots that run write what is due, in the order of the demo writer's list. */
export const writeDue = async ({ app }: Stage): Promise<void> => {
  app.ai = createDemo({ random: () => 0.5 });
  await (
    await runBots(app)
  ).done;
};

/** Started a second after its analysis was asked for; as the account that is not the default, unless told. */
export async function start(stage: Stage, words: string, { review = false, as = stage.second } = {}): Promise<number> {
  const { app, alice } = stage;
  const { id } = await analyse(app, alice.user.id, words);
  app.clock.advance(1_000);
  await startBot(app, { userId: alice.user.id, analysisId: id, account: as.networkUserId, review });
  return id;
}

/** The section with this heading, and null where there is none. */
export const sectionOf = (page: Page, title: string): HTMLElement | null =>
  placesOf(page, "main section").find((section) => wordsOf(section, "h2")[0]?.startsWith(title)) ?? null;
