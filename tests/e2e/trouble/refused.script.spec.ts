// What the server refuses is said at once, as an alert, and the focus stays on what was pressed.
import { type Stage, write } from "../support/verbs/stage";
import { pause, testRefusals } from "./refusing";

// Not deleted: tweets of earlier tests on this server may name them.
const unlink = (stage: Stage) => write(stage, "update accounts set unlinked_at = 1, is_default = 0, tokens = ''");

testRefusals({
  "post-now": { meanwhile: pause, status: 409, message: /paused/, focus: /^button Post Now$/ },
  generate: { meanwhile: unlink, status: 422, message: /connect a Twitter account first/, focus: /^button Create/ },
});
