// Answers POST /write: reads the form, does it once, and gives everything typed back where it is refused.
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { listAccounts } from "~/features/accounts/accounts.server";
import type { User } from "~/features/users/user";
import { AppError, errorTable, isAppError, unforeseen } from "~/ground/errors";
import { callMessages, formMessages } from "~/ground/messages";
import { knownFault } from "~/http/api/fault.server";
import { drain } from "~/http/api/upload.server";
import { requestIdHeader } from "~/http/door/headers.server";
import { isSameOrigin, messages } from "~/http/session/same-origin.server";
import { findSignedIn } from "~/http/session/session.server";
import { setFlash } from "~/screens/forms/flash.server";
import { runCommand, type Left, type Stays } from "./commands.server";
import { pathOf } from "./back";
import { commandOf, type ComposerForm, isFormOfOther } from "./form";
import { aroundOf, findSubject } from "./load.server";
import { isSame } from "./kept-form";
import { emptyRead, formIn, type Read, readComposer, readTexts } from "./read.server";
import { type ComposerAnswer, unread } from "./composer-answer";
import { toView } from "./to-view.server";

type Sender = Pick<User, "id" | "timezone">;

const othersForm = "This text belongs to another user. Nothing was saved.";

export async function answerComposer({ request }: Pick<ActionFunctionArgs, "request">) {
  const app = getApp();
  const read = emptyRead();
  let sender: Sender | null = null;
  try {
    // Nothing that another site sends is shown.
    if (!isSameOrigin(app, request)) return await refuseForeign(request);
    sender = (await findSignedIn(app, request))?.user ?? null;
    if (!sender) throw new AppError("unauthenticated", callMessages.notSignedIn);
    await readComposer(app, request, sender.id, read);
    const command = commandOf(read.fields.get("do") ?? "count");
    if (!command) throw new AppError("invalid", formMessages.unknown);
    const form = typedForm(read);
    if (isFormOfOther(form, sender.id)) throw new AppError("forbidden", othersForm);
    const isSave = command.do === "schedule" || command.do === "schedule-anyway" || command.do === "now";
    if (isSave && read.refused.length > 0) return await stay(app, sender, { form, ...nothingSaved }, read);
    const done = await runCommand({ app, user: sender, form }, command);
    return "to" in done ? await leave(app, done, read) : await stay(app, sender, done, read);
  } catch (error) {
    if (read.fields.size === 0) await readTexts(request, read);
    const known = knownFault(error);
    if (!isAppError(error))
      app.log.error({ err: error, requestId: request.headers.get(requestIdHeader) }, "a composer's form broke");
    const form = typedForm(read);
    const message = [known?.message ?? unforeseen, ...read.refused].join(" ");
    // The tweet can't be changed again, but its text may be another's.
    const canBeNew = form.tweetId !== null && isAppError(error) && endings.has(error.code);
    return tell(app, sender, { form, error: message, message: null, canBeNew }, known?.status ?? 500);
  }
}

const endings: ReadonlySet<string> = new Set(["already_sent", "discarded"]);

const nothingSaved = { error: "Nothing was saved.", message: null };

async function refuseForeign(request: Request) {
  await drain(request);
  return data<ComposerAnswer>({ ...unread, error: messages.crossSite }, { status: errorTable.cross_site.status });
}

const typedForm = (read: Read): ComposerForm => {
  const form = formIn(read);
  return { ...form, back: pathOf(form.back) };
};

/** The pages that take a tweet's forms. */
const takesTweets = /^\/(timeline|ideas|generate)(\?|$)/;

async function leave({ config }: App, { to, message, undo }: Left, { refused, isWhitened }: Read) {
  const told = [message, ...(isWhitened ? ["Transparent areas are now white."] : []), ...refused];
  const [first, ...rest] = told;
  const whole = rest.length === 0 ? (first ?? "") : told.map((part) => part.replace(/\.?$/, ".")).join(" ");
  const flash = { message: whole, ...(undo && takesTweets.test(to) && { undo }) };
  return redirect(to, { status: 303, headers: { "Set-Cookie": await setFlash(flash, config) } });
}

function stay(app: App, sender: Sender, stays: Stays, { refused }: Read) {
  const error = [stays.error, ...refused].filter(Boolean).join(" ") || null;
  const status = stays.current === undefined ? 422 : 409;
  return tell(app, sender, { ...stays, error }, error === null ? 200 : status);
}

async function tell(app: App, sender: Sender | null, stays: Stays, status: number) {
  const { form, error, message, isSaved = false, current = null, canBeNew = false } = stays;
  // The form comes back even where the accounts can't be read.
  const accounts = sender ? await listAccounts(app, sender.id).catch(() => []) : [];
  const subject =
    sender && form.tweetId !== null ? await findSubject(app, sender.id, form.tweetId).catch(() => null) : null;
  const around = aroundOf(app, { accounts, now: app.clock.now(), timeZone: sender?.timezone ?? "UTC" });
  // Counting a guest's text would be work for anyone who asks.
  const view = toView(form, subject, around, sender ? undefined : []);
  // A part that was posted in the meantime is shown as it was posted.
  const isOther = stays.isOther === true || !isSame(form, view.form);
  const isGone = sender !== null && form.tweetId !== null && subject === null;
  const isOthers = sender !== null && isFormOfOther(form, sender.id);
  const answer = {
    view,
    isOther,
    isSaved,
    error,
    message,
    current,
    canBeNew: canBeNew || isGone,
    isSignedOut: sender === null,
    isOthers,
  };
  return data<ComposerAnswer>(answer, { status, headers: { "Cache-Control": "no-store" } });
}
