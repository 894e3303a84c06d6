// SQLite's own migrations, in their order. They have run: none is edited and none is added; what comes next is db/steps.
import * as initial from "./migrations/001-initial.server";
import * as attention from "./migrations/002-attention.server";
import * as bots from "./migrations/003-bots.server";
import * as throttles from "./migrations/004-throttles.server";
import * as live from "./migrations/005-live.server";
import * as restores from "./migrations/006-restores.server";
import * as byAccount from "./migrations/007-by-account.server";
import * as shortWays from "./migrations/008-short-ways.server";
import * as placeOfAny from "./migrations/009-place-of-any.server";
import * as gists from "./migrations/010-gists.server";
import * as lightClaims from "./migrations/011-light-claims.server";
import * as ownAccounts from "./migrations/012-own-accounts.server";
import * as nextLook from "./migrations/013-next-look.server";
import * as unsent from "./migrations/014-unsent.server";
import * as zoneChosen from "./migrations/015-zone-chosen.server";
import * as words from "./migrations/016-words.server";
import * as nodes from "./migrations/017-nodes.server";
import type { Step } from "../steps.server";

export const sqliteSteps: Step[] = [
  { name: "001-initial", up: initial.up },
  { name: "002-attention", up: attention.up },
  { name: "003-bots", up: bots.up },
  { name: "004-throttles", up: throttles.up },
  { name: "005-live", up: live.up },
  { name: "006-restores", up: restores.up },
  { name: "007-by-account", up: byAccount.up },
  { name: "008-short-ways", up: shortWays.up },
  { name: "009-place-of-any", up: placeOfAny.up },
  { name: "010-gists", up: gists.up },
  { name: "011-light-claims", up: lightClaims.up },
  { name: "012-own-accounts", up: ownAccounts.up },
  { name: "013-next-look", up: nextLook.up },
  { name: "014-unsent", up: unsent.up },
  { name: "015-zone-chosen", up: zoneChosen.up },
  { name: "016-words", up: words.up },
  { name: "017-nodes", up: nodes.up },
];
