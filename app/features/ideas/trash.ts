// Defines how long the trash keeps tweets, and its messages. For server and browser.
import { days } from "~/ground/time/duration";

export const trashRetention = days(30);

export const trashIntent = "ideas";

export const maxChosen = 30;

export const trashMessages = {
  part: "This tweet is part of a thread. Edit the thread to remove it.",
  scheduled: "Unschedule this tweet first.",
  inFlight: "This tweet is being posted, so it can’t be deleted.",
  published: "This tweet is posted, so it can’t be moved to Trash.",
  proposal: "A bot suggested this tweet. Approve it or ask for another on the Bot page.",
  notInTrash: "This tweet isn’t in Trash.",
  none: "Select at least one tweet first.",
} as const;
