// What tests of a Post Now that waits five seconds begin with, on the stage of publishing's.
import { postSoon, publishSoon, readJournal } from "~/features/publishing/publishing.server";
import { sentenceOf } from "~/features/publishing/rules/journal-words";
import { undoFor } from "~/features/publishing/rules/undo";
import { app, ask, network } from "./stage";

export const soon = (n: number, more = {}) => postSoon(app, { ...ask(n), ...more });

/** One turn of what waited; how many sends it began, which are over. */
export async function turn(): Promise<number> {
  const { started, done } = await publishSoon(app);
  await done;
  return started;
}

/** The five seconds pass. */
export async function fiveSeconds(): Promise<number> {
  app.clock.advance(undoFor);
  return turn();
}

export const words = async (n: number) => (await readJournal(app, ask(n).tweetId)).map((event) => sentenceOf(event));
export const posted = () => network.accepted;
