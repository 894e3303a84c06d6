// Lists the alert channels that this server's settings enable.
import type { App } from "~/app.server";
import type { Channel } from "~/features/events/events.server";
import { mailChannel } from "./by-mail.server";
import { operatorChannel } from "./to-operator.server";

export const alertChannels = (app: App): Channel[] =>
  [mailChannel(app), operatorChannel(app)].filter((channel) => channel !== null);
