// Loads /settings/voice: the account's voice, and what previews and reading posts cost.
import { chooseAccount, findNamed } from "~/features/accounts/account";
import { data, redirect } from "@remix-run/node";
import { costText } from "~/features/generation/generation.server";
import { isOperator } from "~/features/people/people.server";
import { priceOfOwnPosts } from "~/features/spending/price";
import { languages } from "~/features/voice/languages.server";
import type { SavedVoice } from "~/features/voice/voice";
import { readVoice } from "~/features/voice/voice.server";
import { nameWithPlace } from "~/ports/ai/writer-words";
import { dollars } from "~/ground/dollars";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";

export interface VoiceView {
  isOperator: boolean;
  accounts: { id: number; username: string; href: string }[];
  account: { id: number; username: string } | null;
  saved: SavedVoice | null;
  writer: string;
  /** The AI cost of this user; null if there is nothing to say. */
  aiCost: string | null;
  /** Why the writer can't compare; null if it can. */
  previewRefusal: string | null;
  languages: typeof languages;
  /** The maximum price; null if it is free. */
  readPrice: string | null;
}

/** Throws a redirect for a guest; sets 404 for an account that isn't linked. */
export async function loadVoice(args: LoaderArgs) {
  const { app, viewer } = await readViewer(args);
  const { user, accounts, query } = viewer;
  if (!user) throw redirect("/generate?panel=login", 303);
  const named = query.get("account");
  const account = named === null ? chooseAccount(accounts) : findNamed(accounts, named);
  const view: VoiceView = {
    isOperator: await isOperator(app, user.id),
    accounts: accounts.map(({ id, username }) => ({ id, username, href: `/settings/voice?account=${id}` })),
    account: account && { id: account.id, username: account.username },
    saved: account && (await readVoice(app, user.id, String(account.id))),
    writer: nameWithPlace(app.ai),
    aiCost: await costText(app, user.id),
    previewRefusal: app.ai.limits?.refusesPreview ?? null,
    languages,
    readPrice: app.network.kind === "x" ? dollars(priceOfOwnPosts()) : null,
  };
  return data(view, { status: named !== null && account === null ? 404 : 200 });
}
