// Prices of posts, spending per day, and each user's share of the daily budget.
export { readDayOf } from "./day.server";
export { postMicrosOf } from "./price";
export { withPictures } from "./price-of.server";
export { limitMicros, listSpending, setSpendShare, type Spending } from "./share.server";
