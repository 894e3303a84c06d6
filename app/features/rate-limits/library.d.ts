// The library types its abstract store as exported, and forgets to export it: it is fetched from its own file.
declare module "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js" {
  export { RateLimiterStoreAbstract as default } from "rate-limiter-flexible";
}
