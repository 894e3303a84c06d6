// Spending: what a post costs, what a person's day has cost so far, and the share of the day's limit that each has.
export { readDayOf } from "./day.server";
export { postMicrosOf } from "./price";
export { withPictures } from "./price-of.server";
export { limitMicros, listSpending, setSpendShare, type Spending } from "./share.server";
