// Sends similar events of one user as one mail to their confirmed address.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { iso } from "~/ground/time/iso";
import { findConfirmedEmail } from "~/features/users/users.server";
import type { Channel, OutboxEvent, Parcel, Sent } from "~/features/events/events.server";
import { kindOf, type MailKind, mailKinds } from "./kinds";
import { alertMail, type Line } from "./mail-message";
import * as queries from "./queries.server";

export function mailChannel(app: Pick<App, "db" | "mail" | "config" | "work">): Channel | null {
  const { mail } = app;
  if (mail === null) return null;
  return {
    name: "mail",
    topicOf: ({ type }) => kindOf(type) ?? type,
    async send(parcel): Promise<Sent> {
      const to = await findConfirmedEmail(app, parcel.targetId);
      if (to === null) return { kind: "never", reason: "The user has no confirmed email" };
      const kind = mailKinds.find((mailKind) => mailKind === parcel.topic);
      if (!kind) return { kind: "never", reason: "No email is sent for this event" };
      const lines = await linesOf(app.db, kind, parcel);
      const message = alertMail({ kind, count: parcel.events.length, lines, appOrigin: app.config.appOrigin });
      const result = await mail.send({ id: parcel.events[0]?.id ?? "", to, ...message }, app.work.abortSignal);
      return result.state === "sent" ? { kind: "sent" } : { kind: result.state, reason: result.message };
    },
  };
}

const idsOf = (events: readonly OutboxEvent[], name: "tweetId" | "accountId" | "botId"): number[] => [
  ...new Set(events.map((event) => event[name]).filter((id) => id !== null)),
];

async function linesOf(db: App["db"], kind: MailKind, { targetId: userId, events }: Parcel): Promise<Line[]> {
  switch (kind) {
    case "tweet_failed": {
      const tweets = await queries.listTweets(db, userId, idsOf(events, "tweetId"));
      return tweets.map(({ content, error, username }) => ({
        what: content,
        why: [username && `@${username}`, error].filter(Boolean).join(", "),
      }));
    }
    case "account": {
      const accounts = await queries.listAccounts(db, userId, idsOf(events, "accountId"));
      return accounts.map(({ username, reason }) => ({ what: `@${username}`, why: reason }));
    }
    case "bot": {
      const bots = await queries.listBots(db, userId, idsOf(events, "botId"));
      return bots.map(({ product, reason }) => ({ what: product, why: reason ?? "Waiting for your approval." }));
    }
    // The session may be gone, so the event carries the details.
    case "new_browser":
    case "factor_off":
      return events.map(({ detail, at }) => ({ what: detail, why: `${iso(at).slice(0, 16).replace("T", " ")} UTC` }));
    case "webhook": {
      const ids = events.map(({ detail }) => detail).filter((id) => id !== null);
      // Shows only the host: the URL may contain a token.
      return (await queries.listWebhooks(db, userId, ids)).map(({ url, reason }) => ({
        what: new URL(url).host,
        why: reason,
      }));
    }
    case "weekly_summary": {
      const { published, failed, scheduled } = await queries.countWeek(db, userId, (events[0]?.at ?? 0) - days(7));
      return [
        { what: "Posted", why: String(published) },
        { what: "Failed", why: String(failed) },
        { what: "Scheduled", why: String(scheduled) },
      ];
    }
  }
}
