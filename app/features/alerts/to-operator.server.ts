// Sends operator alerts as one JSON POST to ALERT_URL; only 2xx counts as success.
import type { App } from "~/app.server";
import type { AlertType, Channel, Sent } from "~/features/events/events.server";
import { postJson, type ReceiverAnswer } from "~/ports/receiver/receiver.server";
import { operatorMessage } from "./operator-message";

export function operatorChannel(app: Pick<App, "config" | "clock" | "work">): Channel | null {
  const { alertUrl } = app.config;
  if (alertUrl === null) return null;
  return {
    name: "operator",
    topicOf: ({ type }) => type,
    async send({ topic, events }) {
      const message = operatorMessage(topic as AlertType, events, app.config);
      return sentBy(await postJson(alertUrl, message, { signal: app.work.abortSignal, now: () => app.clock.now() }));
    },
  };
}

function sentBy(answer: ReceiverAnswer): Sent {
  if (answer.kind === "unreachable")
    return {
      kind: "later",
      reason: answer.reason === "timeout" ? "ALERT_URL didn’t answer in time" : "ALERT_URL couldn’t be reached",
    };
  if (answer.status >= 200 && answer.status < 300) return { kind: "sent" };
  const { status, retryAfterMs } = answer;
  return {
    kind: "later",
    reason: `ALERT_URL answered ${status}`,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  };
}
