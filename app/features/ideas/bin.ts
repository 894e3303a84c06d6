// Defines how long the trash keeps tweets, and its messages. For server and browser.
import { days } from "~/ground/time/duration";

export const binKeeps = days(30);

export const binIntent = "ideas";

export const maxChosen = 30;

export const binMessages = {
  part: "This is part of a thread. Edit the thread to remove it.",
  scheduled: "Unschedule it first.",
  inFlight: "It’s being posted, so it can’t be deleted.",
  published: "It’s posted, so it can’t be moved to Trash.",
  proposal: "A bot suggested this tweet. Approve it or ask for another on the Bot page.",
  notInBin: "This tweet isn’t in Trash.",
  none: "Select at least one first.",
} as const;
