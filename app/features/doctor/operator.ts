// Describes the state of the operator's alert address. Pure.
import { finding, type Finding } from "./finding";

const title = "Operator's alerts";

/** `trouble`: why the last message failed; null if it succeeded or there was none. */
export function aboutOperator(alertUrl: string | null, trouble: string | null): Finding {
  if (alertUrl === null)
    return finding("operator", title, {
      state: "off",
      message:
        "ALERT_URL is not set: when tweets fail, the disk fills or a backup fails, only the pages and the log say so.",
      todo: "Set ALERT_URL to an address that takes a JSON POST, if somebody shall be told: docs/alerts.md names some.",
    });
  if (trouble === null) return finding("operator", title, { state: "good", message: "ALERT_URL is told what fails." });
  return finding("operator", title, {
    state: "check",
    message: `The last message did not get through: ${trouble}.`,
    todo: "Check ALERT_URL, and this server's way out to it. It is tried again for a day.",
  });
}
