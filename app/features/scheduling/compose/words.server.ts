// Writes what was composed: a new tweet or thread, changed parts, or a draft that becomes a thread.
import type { App } from "~/app.server";
import { listPicturesOf } from "~/features/media/media.server";
import { changePicturesIn, placeAll } from "~/features/publishing/verbs/pictures.server";
import { changeWordsIn, writeIn } from "~/features/publishing/verbs/edit.server";
import { changeThreadIn, writeThreadIn } from "~/features/publishing/verbs/thread.server";
import { preconditionMessages } from "~/features/publishing/verbs/preconditions.server";
import { insertThread, makeFirst } from "~/features/threads/store/threads.server";
import { insertPart, requireParts, type Thread } from "~/features/threads/threads.server";
import { requireRoom } from "~/features/tweets/store/room.server";
import { isKeepable, isPostable, requireKeepable, requirePostable } from "~/features/tweets/text.server";
import { asTyped } from "~/features/tweets/tweet";
import type { Tweet } from "~/features/tweets/tweets.server";
import { byPerson } from "~/features/tweets/versions.server";
import { AppError } from "~/ground/errors";
import type { Transaction } from "~db/database.server";
import type { Effect } from "./choices";
import type { ComposedPart, ComposeRequest } from "./composing";

export interface Before {
  tweet: Tweet;
  thread: Thread | null;
  /** The tweet alone, or the thread's. */
  parts: readonly Tweet[];
}

type Request = Pick<ComposeRequest, "userId" | "account"> & { parts: readonly ComposedPart[] };

/** The parts as they are stored. A draft that gets no time may be over the limit. Throws invalid. */
export function requireFit(
  parts: readonly ComposedPart[],
  { isDraft, place }: Effect,
  isThread: boolean,
): readonly ComposedPart[] {
  const isKept = isDraft && !place;
  const typed = parts.map((part) => ({ ...part, content: asTyped(part.content) }));
  const contents = typed.map(({ content }) => content);
  const [only, ...rest] = contents;
  if (isThread || rest.length > 0) requireParts(contents, isKept ? isKeepable : isPostable);
  else if (isKept) requireKeepable(only ?? "");
  else requirePostable(only ?? "");
  return typed;
}

/** Call it with the user locked. Throws limit_reached, not_found (account), invalid (about a picture). */
export async function writeNew(trx: Transaction, app: App, { userId, account, parts }: Request): Promise<number> {
  const [first, ...rest] = parts;
  if (!first) throw new Error("A tweet without parts");
  if (rest.length === 0) return (await writeIn(trx, app, { userId, account, ...first })).id;
  return (await writeThreadIn(trx, app, { userId, account, parts: [...parts] })).id;
}

/** Changes nothing where text and images are the same. `before` is read in this transaction. */
export async function changeParts(
  trx: Transaction,
  app: App,
  { userId, parts }: Request,
  { tweet, thread, parts: former }: Before,
): Promise<void> {
  if (await isAsWanted(trx, former, parts)) return;
  await requireRoomToGrow(trx, userId, former, parts);
  const target = { userId, tweetId: tweet.id };
  if (thread)
    return void (await changeThreadIn(trx, app, {
      ...target,
      parts: parts.map((part, place) => ({ ...part, place })),
    }));
  const [first, ...rest] = parts;
  if (!first) throw new Error("A tweet without parts");
  const { content, pictures } = first;
  if (asTyped(tweet.content) === content) await changePicturesIn(trx, app, target, (present) => pictures ?? present);
  else
    await changeWordsIn(trx, app, { ...target, pictures, isKept: true }, () =>
      Promise.resolve({ ...byPerson, content }),
    );
  if (rest.length > 0) await growIntoThread(trx, app, tweet, rest);
}

async function isAsWanted(trx: Transaction, former: readonly Tweet[], parts: readonly ComposedPart[]) {
  if (former.length !== parts.length) return false;
  const shown = await listPicturesOf(
    trx,
    former.map(({ id }) => id),
  );
  const told = (pictures: NonNullable<ComposedPart["pictures"]>) =>
    JSON.stringify(
      pictures.map(({ mediaId, altText = "", madeWithAi = false }) => [mediaId, altText.trim(), madeWithAi]),
    );
  return former.every(({ id, content }, n) => {
    const { content: wanted, pictures } = parts[n] ?? { content: "" };
    const isSamePictures = pictures === undefined || told(pictures) === told(shown.get(id) ?? []);
    return asTyped(content) === wanted && isSamePictures;
  });
}

async function requireRoomToGrow(
  trx: Transaction,
  userId: string,
  former: readonly Tweet[],
  parts: readonly ComposedPart[],
): Promise<void> {
  const bytesOf = (texts: readonly { content: string }[]) =>
    texts.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const more = {
    texts: Math.max(parts.length - former.length, 0),
    bytes: Math.max(bytesOf(parts) - bytesOf(former), 0),
  };
  if (more.texts > 0 || more.bytes > 0) await requireRoom(trx, userId, more);
}

/** The draft keeps its row, as part 1. */
async function growIntoThread(trx: Transaction, app: App, tweet: Tweet, rest: readonly ComposedPart[]): Promise<void> {
  const { id: tweetId, userId, ownAccountId: accountId } = tweet;
  const now = app.clock.now();
  const threadId = await insertThread(trx, { userId, now });
  if (!(await makeFirst(trx, { userId, tweetId, threadId, now })))
    throw new AppError("already_sent", preconditionMessages.alreadySent);
  for (const [n, { content }] of rest.entries())
    await insertPart(trx, { userId, accountId, threadId, no: n + 2, content, now });
  const own = (await listPicturesOf(trx, [tweetId])).get(tweetId) ?? [];
  const pictures = [own, ...rest.map((part) => part.pictures ?? [])];
  await placeAll(trx, { ...tweet, part: { threadId, no: 1 } }, userId, pictures, now);
}
