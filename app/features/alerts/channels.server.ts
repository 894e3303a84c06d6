// The ways to tell that this server has, as its settings say.
import type { App } from "~/app.server";
import type { Channel } from "~/features/events/events.server";
import { mailChannel } from "./by-mail.server";
import { operatorChannel } from "./to-operator.server";

/** None: nothing is written and nothing sent. */
export const alertChannels = (app: App): Channel[] =>
  [mailChannel(app), operatorChannel(app)].filter((channel) => channel !== null);
