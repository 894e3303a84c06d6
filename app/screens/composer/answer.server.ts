// Answers POST /write: reads the form, does it once, and gives everything typed back where it is refused.
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { listAccounts } from "~/features/accounts/accounts.server";
import type { User } from "~/features/users/user";
import { AppError, isAppError, unforeseen } from "~/ground/errors";
import { callMessages, formMessages } from "~/ground/messages";
import { knownFault } from "~/http/api/fault.server";
import { requestIdHeader } from "~/http/door/headers.server";
import { requireSameOrigin } from "~/http/session/same-origin.server";
import { findSignedIn } from "~/http/session/session.server";
import { setFlash } from "~/screens/forms/flash.server";
import { runCommand, type Left, type Stays } from "./commands.server";
import { pathOf } from "./back";
import { commandOf, type ComposerForm } from "./form";
import { aroundOf, findSubject } from "./load.server";
import { emptyRead, formIn, type Read, readComposer, readTexts } from "./read.server";
import { type ComposerView, toView } from "./to-view.server";

export interface ComposerAnswer {
  /** Null: the server was not reached. */
  view: ComposerView | null;
  isOther: boolean;
  error: string | null;
  message: string | null;
  current: string | null;
  isSignedOut: boolean;
}

type Sender = Pick<User, "id" | "timezone">;

export async function answerComposer({ request }: Pick<ActionFunctionArgs, "request">) {
  const app = getApp();
  const read = emptyRead();
  let sender: Sender | null = null;
  try {
    sender = (await findSignedIn(app, request))?.user ?? null;
    if (!sender) throw new AppError("unauthenticated", callMessages.notSignedIn);
    requireSameOrigin(app, request);
    await readComposer(app, request, sender.id, read);
    const command = commandOf(read.fields.get("do") ?? "draft");
    if (!command) throw new AppError("invalid", formMessages.unknown);
    const form = typedForm(read);
    const done = await runCommand({ app, user: sender, form }, command);
    return "to" in done ? await leave(app, done, read) : await stay(app, sender, done, read);
  } catch (error) {
    if (read.fields.size === 0) await readTexts(request, read);
    const known = knownFault(error);
    if (!isAppError(error))
      app.log.error({ err: error, requestId: request.headers.get(requestIdHeader) }, "a composer's form broke");
    const stays = { form: typedForm(read), error: known?.message ?? unforeseen, message: null };
    return tell(app, sender, stays, known?.status ?? 500);
  }
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
  const { form, error, message, isOther = false, current = null } = stays;
  // The form comes back even where the accounts can't be read.
  const accounts = sender ? await listAccounts(app, sender.id).catch(() => []) : [];
  const subject =
    sender && form.tweetId !== null ? await findSubject(app, sender.id, form.tweetId).catch(() => null) : null;
  const around = aroundOf(app, { accounts, now: app.clock.now(), timeZone: sender?.timezone ?? "UTC" });
  const view = toView(form, subject, around);
  const answer: ComposerAnswer = { view, isOther, error, message, current, isSignedOut: sender === null };
  return data(answer, { status, headers: { "Cache-Control": "no-store" } });
}
