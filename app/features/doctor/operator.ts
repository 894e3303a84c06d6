// Describes the state of the operator's alert address. Pure.
import { finding, type Finding } from "./finding";

const title = "Admin notifications";

/** `trouble`: why the last message failed; null if it succeeded or there was none. */
export function aboutOperator(alertUrl: string | null, trouble: string | null): Finding {
  if (alertUrl === null)
    return finding("operator", title, {
      state: "off",
      message:
        "ALERT_URL is not set, so Linnet can’t notify you. Failed tweets, a full disk and failed backups show only in the app and the log.",
      todo: "To get notifications, set ALERT_URL to a URL that accepts a JSON POST. docs/alerts.md has examples.",
    });
  if (trouble === null)
    return finding("operator", title, { state: "good", message: "ALERT_URL gets notifications about failures." });
  return finding("operator", title, {
    state: "check",
    message: `The last notification wasn’t delivered: ${trouble}.`,
    todo: "Check ALERT_URL, and this server’s outgoing connection to it. Linnet retries for 24 hours.",
  });
}
