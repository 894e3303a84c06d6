// Builds the view of /timeline. Pure.
import { countText } from "~/features/tweets/tweet";
import type { Backlog } from "~/features/backlog/backlog.server";
import type { Viewer } from "~/screens/frame/viewer.server";
import { type FetchedWeek, toWeek, type WeekData } from "./week.server";

export interface Fetched extends Viewer {
  week: FetchedWeek;
  unsent: number;
  /** Tweets that a restored backup holds back, by account. */
  backlog: readonly Backlog[];
}

export interface TimelineData {
  week: WeekData;
  ideas: string | null;
  backlog: { account: string; text: string }[];
  signedIn: boolean;
}

export const toView = ({ week, unsent, backlog, ...viewer }: Fetched): TimelineData => ({
  week: toWeek(week, viewer),
  ideas: unsent === 0 ? null : unsent === 1 ? "1 draft not scheduled." : `${countText(unsent)} drafts not scheduled.`,
  backlog: backlog.map(({ account, count }) => ({
    account: account.networkUserId,
    text: backlogText(account.username, count),
  })),
  signedIn: viewer.user !== null,
});

const backlogText = (username: string, count: number): string =>
  count === 1
    ? `1 scheduled tweet of @${username} was due before the restore and isn’t on X.`
    : `${countText(count)} scheduled tweets of @${username} were due before the restore and aren’t on X.`;
