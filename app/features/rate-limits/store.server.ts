// rate-limiter-flexible's counting, kept in our own table: on our connection and by our clock, so it outlives a restart.
import { RateLimiterRes } from "rate-limiter-flexible";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import type { App } from "~/app.server";
import { seconds } from "~/ground/time/duration";
import { commitTogether } from "~db/database.server";
import type { Limit } from "./limit";
import * as queries from "./queries.server";

/**
 * The library's own SQLite store would write on the same connection inside whatever transaction is open there, be
 * undone with it, and count by the system's clock. Its abstract store is made for such cases.
 */
export class Limiter extends RateLimiterStoreAbstract {
  constructor(
    private readonly app: Pick<App, "db" | "clock">,
    name: string,
    private readonly limit: Limit,
  ) {
    const duration = limit.withinMs / seconds(1);
    super({ storeClient: app.db, keyPrefix: name, points: limit.max, duration });
  }

  protected _get(key: string): Promise<queries.Count | null> {
    return queries.findCount(this.app.db, key, this.app.clock.now(), this.limit.withinMs);
  }

  protected _upsert(key: string, points: number, withinMs: number): Promise<queries.Count> {
    const add = { key, points, now: this.app.clock.now(), withinMs };
    return commitTogether(this.app.db, (trx) => queries.addCount(trx, add));
  }

  protected _delete(key: string): Promise<boolean> {
    return queries.deleteCount(this.app.db, key);
  }

  protected _getRateLimiterRes(_key: string, added: number, count: queries.Count): RateLimiterRes {
    const wait = Math.max(count.expiresAt - this.app.clock.now(), 0);
    const left = Math.max(this.limit.max - count.points, 0);
    return new RateLimiterRes(left, wait, count.points, count.points === added);
  }
}
