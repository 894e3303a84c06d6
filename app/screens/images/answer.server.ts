// Handles POST /images: changes a tweet's pictures, with and without a script.
import { redirect } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { maxUploadBytes, mediaMessages, type PictureChoice, type TweetPicture } from "~/features/media/media";
import { addPicture } from "~/features/media/media.server";
import { changePictures } from "~/features/publishing/publishing.server";
import { AppError, isAppError, unforeseen } from "~/ground/errors";
import { callMessages, formMessages } from "~/ground/messages";
import { maxPictures } from "~/ports/network/port";
import { knownFault } from "~/http/api/fault.server";
import { readMultipart } from "~/http/api/multipart.server";
import { enterTurn } from "~/http/api/upload.server";
import { requestIdHeader } from "~/http/door/headers.server";
import { requireSameOrigin } from "~/http/session/same-origin.server";
import { findSignedIn } from "~/http/session/session.server";
import { setFlash } from "~/screens/forms/flash.server";
import { type AddressChange, hrefWith } from "~/screens/forms/href-with";

export interface ImagesAnswer {
  message: string | null;
  error: string | null;
  added: string[];
}

/** The form as far as it was read, so that a refusal can return what the user typed. */
interface Read {
  fields: Map<string, string>;
  kept: Map<string, string>;
  refused: string[];
  isWhitened: boolean;
}

const wrongForm = formMessages.unknown;

/** Without a script, redirects to `back`; a refusal carries what was typed in a cookie, but not the files. */
export async function answerImages(request: Request): Promise<Response> {
  const app = getApp();
  const read: Read = { fields: new Map(), kept: new Map(), refused: [], isWhitened: false };
  try {
    requireSameOrigin(app, request);
    const signedIn = await findSignedIn(app, request);
    if (!signedIn) throw new AppError("unauthenticated", callMessages.notSignedIn);
    const userId = signedIn.user.id;
    const leave = await enterTurn(app, request, userId, () =>
      readMultipart(request, bounds, null, read.fields).catch(() => undefined),
    );
    await readForm(app, request, userId, read).finally(leave);
    return await tell(app, request, read, 200, await save(app, userId, read));
  } catch (error) {
    const known = knownFault(error);
    if (!isAppError(error))
      app.log.error({ err: error, requestId: request.headers.get(requestIdHeader) }, "a form of pictures broke");
    const answer = { message: null, error: known?.message ?? unforeseen, added: [] };
    return tell(app, request, read, known?.status ?? 500, answer);
  }
}

const bounds = { maxFiles: maxPictures, maxFileBytes: maxUploadBytes };

async function readForm(app: App, request: Request, userId: string, read: Read): Promise<void> {
  const take = async (name: string, bytes: Buffer | null): Promise<void> => {
    if (!/^image_[1-4]$/.test(name)) throw new AppError("invalid", wrongForm);
    try {
      if (bytes === null) throw new AppError("too_large", mediaMessages.tooLarge);
      const added = await addPicture(app, { userId, bytes });
      read.kept.set(name, added.picture.id);
      read.isWhitened ||= added.isWhitened;
    } catch (error) {
      if (!isAppError(error)) throw error;
      read.refused.push(`Image ${name.slice(-1)}: ${error.message}`);
    }
  };
  await readMultipart(request, bounds, take, read.fields);
}

/** Applies the form to the pictures it showed, and appends the new ones. */
async function save(app: App, userId: string, { fields, kept, refused, isWhitened }: Read): Promise<ImagesAnswer> {
  const tweetId = Number(fields.get("tweet_id"));
  if (!Number.isSafeInteger(tweetId)) throw new AppError("not_found", "Tweet not found.");
  const shown = new Map(shownIn(fields).map(({ n, mediaId }) => [mediaId, n]));
  const described = (mediaId: string, n: number | string, prefix = ""): PictureChoice => ({
    mediaId,
    altText: fields.get(`${prefix}alt_${n}`) ?? "",
    madeWithAi: fields.has(`${prefix}ai_${n}`),
  });
  let meanwhile = "";
  await changePictures(app, { userId, tweetId }, (present) => {
    meanwhile = tellMeanwhile(fields, present);
    return [
      ...present.flatMap((picture) => {
        const n = shown.get(picture.mediaId);
        if (n === undefined) return [picture];
        if (fields.has(`off_${n}`)) return [];
        const choice = described(picture.mediaId, n, "kept_");
        return [isTyped(fields, n) ? choice : { ...choice, altText: picture.altText }];
      }),
      ...[...kept].map(([name, mediaId]) => described(mediaId, name.slice(-1))),
    ];
  });
  const white = isWhitened ? " Transparent areas are now white." : "";
  return {
    message: refused.length === 0 || kept.size > 0 ? `Images saved.${white}${meanwhile}` : null,
    error: refused.length === 0 ? null : refused.join(" "),
    added: [...kept.keys()],
  };
}

const shownIn = (fields: ReadonlyMap<string, string>): { n: number; mediaId: string }[] =>
  [1, 2, 3, 4].flatMap((n) => {
    const mediaId = fields.get(`media_${n}`);
    return mediaId ? [{ n, mediaId }] : [];
  });

/** Browsers send form line breaks as CRLF. */
const plain = (text: string | undefined): string => (text ?? "").replace(/\r\n?/g, "\n").trim();

const isTyped = (fields: ReadonlyMap<string, string>, n: number): boolean =>
  !fields.has(`was_alt_${n}`) || plain(fields.get(`kept_alt_${n}`)) !== plain(fields.get(`was_alt_${n}`));

function tellMeanwhile(fields: ReadonlyMap<string, string>, present: readonly TweetPicture[]): string {
  let told = "";
  for (const { n, mediaId } of shownIn(fields)) {
    const one = present.find((picture) => picture.mediaId === mediaId);
    if (fields.has(`off_${n}`)) continue;
    if (one === undefined) told += ` Image ${n} was removed in the meantime.`;
    else if (
      fields.has(`was_alt_${n}`) &&
      isTyped(fields, n) &&
      ![fields.get(`was_alt_${n}`), fields.get(`kept_alt_${n}`)].some((text) => plain(text) === plain(one.altText))
    )
      told += ` The alt text of image ${n} changed in the meantime. Yours replaced it.`;
  }
  return told;
}

async function tell(app: App, request: Request, read: Read, status: number, answer: ImagesAnswer): Promise<Response> {
  const accepts = request.headers.get("accept") ?? "";
  if (accepts.includes("application/json"))
    return Response.json(answer, { status, headers: { "Cache-Control": "no-store" } });
  const { message, error } = answer;
  const values = error === null ? {} : typedIn(read.fields);
  const flash = error === null ? { message: message ?? "" } : { message: "", refused: { error, values } };
  const to = error === null ? backOf(read.fields, { pictures: null }) : backOf(read.fields, {});
  return redirect(to, { status: 303, headers: { "Set-Cookie": await setFlash(flash, app.config) } });
}

/** Bytes of encoded text; a cookie holds 4 kB in all. */
const maxTyped = 1_800;

function typedIn(fields: ReadonlyMap<string, string>): Record<string, string> {
  const typed = ticksIn(fields);
  let left = maxTyped;
  const added = [1, 2, 3, 4].map((n) => [`alt_${n}`, fields.get(`alt_${n}`) ?? ""] as const);
  // By picture id, because another tab may change the numbers.
  const kept = shownIn(fields)
    .filter(({ n }) => isTyped(fields, n))
    .map(({ n, mediaId }) => [`kept_alt_${mediaId}`, fields.get(`kept_alt_${n}`) ?? ""] as const);
  for (const [name, value] of [...added, ...kept]) {
    const bytes = encodeURIComponent(value).length;
    if (value === "" || bytes > left) continue;
    left -= bytes;
    typed[name] = value;
  }
  return typed;
}

/** "" is sent too: the box may have been checked before. */
function ticksIn(fields: ReadonlyMap<string, string>): Record<string, string> {
  const added = [1, 2, 3, 4].filter((n) => fields.has(`ai_${n}`)).map((n) => [`ai_${n}`, "on"]);
  const kept = shownIn(fields).flatMap(({ n, mediaId }) => [
    [`kept_ai_${mediaId}`, fields.has(`kept_ai_${n}`) ? "on" : ""],
    ...(fields.has(`off_${n}`) ? [[`off_${mediaId}`, "on"]] : []),
  ]);
  return Object.fromEntries([...added, ...kept]) as Record<string, string>;
}

/** Returns only a path of this origin, because a form could name any URL. */
function backOf(fields: ReadonlyMap<string, string>, change: AddressChange): string {
  const base = "http://linnet.invalid";
  const named = fields.get("back") ?? "";
  const url = named.startsWith("/") && URL.canParse(named, base) ? new URL(named, base) : null;
  return url?.origin === base ? hrefWith(url, change) : "/timeline";
}
