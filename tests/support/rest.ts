// Waiting until nobody waits for the database: on Postgres an answer takes a way there and back, which no clock of a test knows.
import { setImmediate as later } from "node:timers/promises";
import pg from "pg";

/** Connections that somebody has asked for and not given back. SQLite answers at once, so there it is none. */
let inUse = 0;
let tellFree = () => {};
let whenFree = Promise.resolve();

function took(): void {
  if (inUse === 0) whenFree = new Promise((resolve) => (tellFree = resolve));
  inUse += 1;
}

function gaveBack(): void {
  inUse -= 1;
  if (inUse === 0) tellFree();
}

/** Every pool's, also of those that db/ opens. */
const { connect } = pg.Pool.prototype as unknown as { connect(): Promise<pg.PoolClient> };
Object.assign(pg.Pool.prototype, {
  async connect(this: pg.Pool): Promise<pg.PoolClient> {
    took();
    try {
      const client = await connect.call(this);
      const { release } = client;
      client.release = (broken) => {
        release(broken);
        gaveBack();
      };
      return client;
    } catch (error) {
      gaveBack();
      throw error;
    }
  },
});

/** So many turns of the event loop in a row without a question to the database: what waits for no clock has ended. */
const quietTurns = 5;

/** Resolves when everything that waits for no clock, no network and no writer has run to its end. */
export async function atRest(): Promise<void> {
  for (let quiet = 0; quiet < quietTurns; quiet += 1) {
    if (inUse > 0) {
      await whenFree;
      quiet = -1;
    }
    await later();
  }
}
