// Loads /settings/hours: the account's hours, the server's, and the tweets outside them.
import { chooseAccount, findNamed } from "~/features/accounts/account";
import { data, redirect } from "@remix-run/node";
import { hoursOf } from "~/features/accounts/hours";
import { gapText, quietText, ruleText, spacingText } from "~/features/accounts/hours-words";
import type { OutsideHoursRow, ServerHours } from "~/features/accounts/hours-form";
import { type TypedHours, typedOf } from "~/features/accounts/typed-hours";
import { isOperator } from "~/features/people/people.server";
import { noLimitWords } from "~/features/spending/price";
import { type OutsideHoursTweet, listOutsideHours } from "~/features/scheduling/scheduling.server";
import type { App } from "~/app.server";
import { hours as hoursLong } from "~/ground/time/duration";
import { iso } from "~/ground/time/iso";
import { momentLabel, zoneCity } from "~/ground/time/zone";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";

export interface HoursView {
  isOperator: boolean;
  accounts: { id: number; username: string; href: string }[];
  account: { id: number; username: string } | null;
  typed: TypedHours;
  server: ServerHours;
  rule: string;
  spacing: string;
  noLimits: string[];
  city: string;
  outsideHours: OutsideHoursRow[];
}

/** Throws a redirect for a guest; sets 404 for an account that isn't linked. */
export async function loadHours(args: LoaderArgs) {
  const { app, viewer } = await readViewer(args);
  const { user, accounts, query, now, timeZone } = viewer;
  if (!user) throw redirect("/generate?panel=login", 303);
  const named = query.get("account");
  const account = named === null ? chooseAccount(accounts) : findNamed(accounts, named);
  const outsideHours = account ? await listOutsideHours(app, user.id, String(account.id)) : [];
  const view: HoursView = {
    isOperator: await isOperator(app, user.id),
    accounts: accounts.map(({ id, username }) => ({ id, username, href: `/settings/hours?account=${id}` })),
    account: account && { id: account.id, username: account.username },
    typed: typedOf(account?.hours ?? null),
    server: serverHours(app),
    rule: ruleText(hoursOf(app.config, account?.hours)),
    spacing: spacingText(hoursOf(app.config, account?.hours)),
    noLimits: noLimitWords(app.config, app.network.kind === "sandbox"),
    city: zoneCity(timeZone),
    outsideHours: outsideHours.map(({ id, content, at, why }) => ({
      id,
      content,
      when: momentLabel(at, timeZone, now),
      iso: iso(at),
      why: whyWords[why],
    })),
  };
  return data(view, { status: named !== null && account === null ? 404 : 200 });
}

const whyWords: Record<OutsideHoursTweet["why"], string> = {
  quiet: "In quiet hours now",
  gap: "Too close to the previous tweet",
  posts: "Over the daily limit",
};

const serverHours = ({ config }: App): ServerHours => ({
  quiet: quietText(config.quietHours),
  from: String(config.window.fromMs / hoursLong(1)),
  to: String(config.window.toMs / hoursLong(1)),
  gap: gapText(config.minGapMs),
  posts: config.dailyPostLimit === 0 ? "no limit" : String(config.dailyPostLimit),
});
