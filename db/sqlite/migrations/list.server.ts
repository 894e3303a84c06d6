// SQLite's own migrations, in their order. They have run: none is edited and none is added; what comes next: db/migrations.
import * as initial from "./001-initial.server";
import * as attention from "./002-attention.server";
import * as bots from "./003-bots.server";
import * as throttles from "./004-throttles.server";
import * as live from "./005-live.server";
import * as restores from "./006-restores.server";
import * as byAccount from "./007-by-account.server";
import * as shortWays from "./008-short-ways.server";
import * as placeOfAny from "./009-place-of-any.server";
import * as gists from "./010-gists.server";
import * as lightClaims from "./011-light-claims.server";
import * as ownAccounts from "./012-own-accounts.server";
import * as nextLook from "./013-next-look.server";
import * as unsent from "./014-unsent.server";
import * as zoneChosen from "./015-zone-chosen.server";
import * as words from "./016-words.server";
import * as nodes from "./017-nodes.server";
import type { Migration } from "../../migrations.server";

export const sqliteMigrations: Migration[] = [
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
