// The migrations from 018 on: one file each in db/migrations/, a folder for each ten, for SQLite and Postgres alike.
import type { Kysely } from "kysely";
import type { Dialect } from "./dialect.server";
import * as mailLinks from "./migrations/018-029/020-mail-links.server";
import * as portable from "./migrations/018-029/018-portable.server";
import * as events from "./migrations/018-029/019-events.server";
import * as audit from "./migrations/018-029/022-audit.server";
import * as firstAccount from "./migrations/018-029/021-first-account.server";
import * as passkeys from "./migrations/018-029/026-passkeys.server";
import * as guesses from "./migrations/018-029/028-guesses.server";
import * as secondFactor from "./migrations/018-029/023-second-factor.server";
import * as identities from "./migrations/030-039/032-identities.server";
import * as ideas from "./migrations/030-039/033-ideas.server";
import * as voices from "./migrations/030-039/035-voices.server";
import * as refining from "./migrations/030-039/034-refining.server";
import * as hours from "./migrations/030-039/036-hours.server";
import * as results from "./migrations/030-039/037-results.server";
import * as soon from "./migrations/030-039/038-soon.server";
import * as sandboxThreads from "./migrations/030-039/039-sandbox-threads.server";
import * as threads from "./migrations/040-049/041-threads.server";
import * as media from "./migrations/040-049/042-media.server";
import * as orders from "./migrations/040-049/043-orders.server";
import * as namedKeys from "./migrations/040-049/044-named-keys.server";
import * as webhooks from "./migrations/040-049/045-webhooks.server";
import * as lists from "./migrations/040-049/046-lists.server";
import * as retries from "./migrations/040-049/047-retries.server";
import * as disabledCodes from "./migrations/040-049/048-disabled-codes.server";
import * as longWords from "./migrations/040-049/049-long-words.server";
import * as batchSearched from "./migrations/050-059/050-batch-searched.server";
import * as backlog from "./migrations/050-059/051-backlog.server";
import * as deliveryTargets from "./migrations/050-059/052-delivery-targets.server";
import * as alikeEvents from "./migrations/050-059/053-alike-events.server";
import * as keyAudience from "./migrations/050-059/054-key-audience.server";
import * as spendShares from "./migrations/050-059/055-spend-shares.server";
import * as sessionProbe from "./migrations/050-059/056-session-probe.server";
import * as placedLists from "./migrations/050-059/058-placed-lists.server";
import * as unsent from "./migrations/060-069/060-unsent.server";
import * as people from "./migrations/018-029/027-people.server";

/** One change of the schema. Text of its own for one of them is an `if (kind === …)` of a line. */
export interface Migration {
  name: string;
  up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void>;
}

/** In their order; a new one is added at the end. */
export const migrations: Migration[] = [
  { name: "018-portable", up: portable.up },
  { name: "019-events", up: events.up },
  { name: "020-mail-links", up: mailLinks.up },
  { name: "021-first-account", up: firstAccount.up },
  { name: "022-audit", up: audit.up },
  { name: "023-second-factor", up: secondFactor.up },
  { name: "026-passkeys", up: passkeys.up },
  { name: "027-people", up: people.up },
  { name: "028-guesses", up: guesses.up },
  { name: "032-identities", up: identities.up },
  { name: "033-ideas", up: ideas.up },
  { name: "034-refining", up: refining.up },
  { name: "035-voices", up: voices.up },
  { name: "036-hours", up: hours.up },
  { name: "037-results", up: results.up },
  { name: "038-soon", up: soon.up },
  { name: "039-sandbox-threads", up: sandboxThreads.up },
  { name: "041-threads", up: threads.up },
  { name: "042-media", up: media.up },
  { name: "043-orders", up: orders.up },
  { name: "044-named-keys", up: namedKeys.up },
  { name: "045-webhooks", up: webhooks.up },
  { name: "046-lists", up: lists.up },
  { name: "047-retries", up: retries.up },
  { name: "048-disabled-codes", up: disabledCodes.up },
  { name: "049-long-words", up: longWords.up },
  { name: "050-batch-searched", up: batchSearched.up },
  { name: "051-backlog", up: backlog.up },
  { name: "052-delivery-targets", up: deliveryTargets.up },
  { name: "053-alike-events", up: alikeEvents.up },
  { name: "054-key-audience", up: keyAudience.up },
  { name: "055-spend-shares", up: spendShares.up },
  { name: "056-session-probe", up: sessionProbe.up },
  { name: "058-placed-lists", up: placedLists.up },
  { name: "060-unsent", up: unsent.up },
];
