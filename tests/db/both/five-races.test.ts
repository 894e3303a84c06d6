// The five races that one writer hides: no promise is broken with the locks, and each is without them.
import { describe, expect, it } from "vitest";
import { isOnPostgres } from "~tests/support/databases/database";
import { play, playUntilBroken, raceLasts, withoutLocks } from "~tests/support/races";
import { fiveRaces } from "./five-races";

for (const { promise, stage } of fiveRaces)
  it(promise, { timeout: raceLasts }, async () => {
    const { round, close } = await stage();
    try {
      expect(await play(round)).toEqual([]);
    } finally {
      await close();
    }
  });

// SQLite has no locks to do without: there one writer is the remedy.
describe.runIf(isOnPostgres)("without locks the rounds show that it is broken that", () => {
  for (const { promise, stage } of fiveRaces)
    it(promise, { timeout: raceLasts }, async () => {
      const { nodes, round, close } = await stage();
      const restore = withoutLocks(nodes);
      try {
        expect(await playUntilBroken(round)).not.toEqual([]);
      } finally {
        restore();
        await close();
      }
    });
});
