// What is written after each answer of the network, for a scheduled tweet and for one that a person posts now.
import { expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { publishNow } from "~/features/publishing/publishing.server";
import { answered, type Fault } from "~tests/support/fakes/faulty-network";
import { dueNow, makeWorld, sendOne, start, type World } from "./world";

const problem = (status: number, detail: string, more: object = {}) => answered(status, { detail, ...more });
const reset = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String((start + minutes(7)) / 1000) };
const answers: Record<string, Fault> = {
  "not sent": "not sent",
  "a rate limit": answered(429, { detail: "Too Many" }, reset),
  "not authorized": problem(401, "Unauthorized"),
  "no credits": problem(402, "CreditsDepleted"),
  suspended: problem(403, "User is suspended."),
  "a monthly cap": problem(403, "Cap", { title: "UsageCapExceeded" }),
  refused: problem(403, "You are not permitted to do this."),
  "refused in X's words": problem(403, "Not on a Thursday."),
  "a duplicate": problem(403, "duplicate content"),
  "an error of its own": problem(503, "Over capacity"),
  lost: "lost before",
};

async function each(act: (world: World) => Promise<unknown>, prepare: (world: World) => Promise<void>) {
  const all: Record<string, string[]> = {};
  for (const [name, answer] of Object.entries(answers)) {
    const world = await makeWorld();
    await prepare(world);
    world.network.faults = [answer];
    const lines = await world.changed(() => act(world));
    all[name] = lines.filter((line) => !line.startsWith("posted by own"));
  }
  return all;
}

it("a scheduled tweet stays on the timeline, fails or is looked up, as the answer says", async () => {
  expect(await each(sendOne, dueNow)).toEqual({
    "a duplicate": [
      "tweet of own scheduled: updated_at=+2000 ms, state=unknown, lease_token=…, lease_until=+1 min, attempts=1, error_code=duplicate, check_at=+122000 ms, lease_node=node-1",
      "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+122000 ms, ended_at=+2000 ms, outcome=unknown, checks=0, failed_checks=0, price_micros=15000, code=duplicate, detail=duplicate content",
      "new event of own scheduled: at=now, kind=sending",
      "new event of own scheduled: at=+2000 ms, kind=unknown, detail=duplicate",
      "account of own: scheduled_send_at=now",
      "woken 1",
    ],
    "a monthly cap": [
      "tweet of own scheduled: updated_at=+2000 ms, due_at=+2000 ms, attempts=1, error_code=usage_cap",
      "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=refused, checks=0, failed_checks=0, price_micros=15000, code=usage_cap, detail=Cap",
      "new event of own scheduled: at=now, kind=sending",
      "new event of own scheduled: at=+2000 ms, kind=refused, detail=usage_cap",
      "account of own: status=paused, status_reason=The app has reached X’s monthly limit. Raise it on X or wait until the month ends, then resume the account., paused_by=network, scheduled_send_at=now",
      "woken 1",
    ],
    "a rate limit": [
      "tweet of own scheduled: updated_at=+2000 ms, due_at=+435000 ms, error_code=rate_limited",
      "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=waiting, checks=0, failed_checks=0, price_micros=15000, code=rate_limited, detail=Too Many",
      "new event of own scheduled: at=now, kind=sending",
      "new event of own scheduled: at=+2000 ms, kind=waiting, detail=rate_limited",
      "account of own: wait_until=+7 min, scheduled_send_at=now",
      "woken 1",
    ],
    "an error of its own": [
      "tweet of own scheduled: updated_at=+2000 ms, state=unknown, lease_token=…, lease_until=+1 min, attempts=1, error_code=server_error, check_at=+122000 ms, lease_node=node-1",
      "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+122000 ms, ended_at=+2000 ms, outcome=unknown, checks=0, failed_checks=0, price_micros=15000, code=server_error, detail=Over capacity",
      "new event of own scheduled: at=now, kind=sending",
      "new event of own scheduled: at=+2000 ms, kind=unknown, detail=server_error",
      "account of own: scheduled_send_at=now",
      "woken 1",
    ],
    lost: [
      "tweet of own scheduled: updated_at=+2000 ms, state=unknown, lease_token=…, lease_until=+1 min, attempts=1, error_code=lost, check_at=+122000 ms, lease_node=node-1",
      "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+122000 ms, ended_at=+2000 ms, outcome=unknown, checks=0, failed_checks=0, price_micros=15000, code=lost, detail=socket hang up",
      "new event of own scheduled: at=now, kind=sending",
      "new event of own scheduled: at=+2000 ms, kind=unknown, detail=lost",
      "account of own: scheduled_send_at=now",
      "woken 1",
    ],
    "no credits": [
      "tweet of own scheduled: updated_at=+2000 ms, due_at=+2000 ms, attempts=1, error_code=credits",
      "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=refused, checks=0, failed_checks=0, price_micros=15000, code=credits, detail=CreditsDepleted",
      "new event of own scheduled: at=now, kind=sending",
      "new event of own scheduled: at=+2000 ms, kind=refused, detail=credits",
      "account of own: status=paused, status_reason=The app is out of X credits. Add credits on X, then resume the account., paused_by=network, scheduled_send_at=now",
      "woken 1",
    ],
    "not authorized": [
      "tweet of own scheduled: updated_at=+2000 ms, due_at=+602000 ms, attempts=1, error_code=unauthorized",
      "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=refused, checks=0, failed_checks=0, price_micros=15000, code=unauthorized, detail=Unauthorized",
      "new event of own scheduled: at=now, kind=sending",
      "new event of own scheduled: at=+2000 ms, kind=refused, detail=unauthorized",
      "account of own: scheduled_send_at=now, refused_at=+2000 ms",
      "woken 1",
    ],
    "not sent": [
      "tweet of own scheduled: updated_at=+2000 ms, due_at=+32000 ms, attempts=1, error_code=unreachable",
      "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=not_sent, checks=0, failed_checks=0, price_micros=15000, code=unreachable, detail=connect ECONNREFUSED",
      "new event of own scheduled: at=now, kind=sending",
      "new event of own scheduled: at=+2000 ms, kind=not_sent, detail=unreachable",
      "account of own: scheduled_send_at=now",
      "woken 1",
    ],
    refused: [
      "tweet of own scheduled: updated_at=+2000 ms, state=failed, attempts=1, error_code=not_permitted, error=X doesn’t allow this account to post this. Check the account on X. It may be locked or limited, or lack a permission.",
      "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=failed, checks=0, failed_checks=0, price_micros=15000, code=not_permitted, detail=You are not permitted to do this.",
      "new event of own scheduled: at=now, kind=sending",
      "new event of own scheduled: at=+2000 ms, kind=failed, detail=You are not permitted to do this.",
      "account of own: scheduled_send_at=now",
      "woken 1",
    ],
    "refused in X's words": [
      "tweet of own scheduled: updated_at=+2000 ms, state=failed, attempts=1, error_code=refused, error=X refused this tweet: Not on a Thursday.",
      "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=failed, checks=0, failed_checks=0, price_micros=15000, code=refused, detail=Not on a Thursday.",
      "new event of own scheduled: at=now, kind=sending",
      "new event of own scheduled: at=+2000 ms, kind=failed, detail=Not on a Thursday.",
      "account of own: scheduled_send_at=now",
      "woken 1",
    ],
    suspended: [
      "tweet of own scheduled: updated_at=+2000 ms, due_at=+2000 ms, attempts=1, error_code=suspended",
      "new attempt of own scheduled: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=refused, checks=0, failed_checks=0, price_micros=15000, code=suspended, detail=User is suspended.",
      "new event of own scheduled: at=now, kind=sending",
      "new event of own scheduled: at=+2000 ms, kind=refused, detail=suspended",
      "account of own: status=paused, status_reason=X has suspended this account. Resolve it on X, then resume the account., paused_by=network, scheduled_send_at=now",
      "woken 1",
    ],
  });
});

it("a tweet that is posted now fails or is looked up, in words that say what to do", async () => {
  const act = ({ app, ask }: World) => publishNow(app, ask("pending"));
  expect(await each(act, async () => {})).toEqual({
    "a duplicate": [
      "refused timeout: X didn’t confirm this post. Linnet is checking, and won’t post it twice.",
      "tweet of own pending: updated_at=+2000 ms, state=unknown, publish_type=immediate, due_at=now, lease_token=…, lease_until=+1 min, attempts=1, error_code=duplicate, check_at=+122000 ms, lease_node=node-1",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+122000 ms, ended_at=+2000 ms, outcome=unknown, checks=0, failed_checks=0, price_micros=15000, code=duplicate, detail=duplicate content",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=unknown, detail=duplicate",
      "woken 1",
    ],
    "a monthly cap": [
      "refused network_refused: The app has reached X’s monthly limit. Raise it on X or wait until the month ends, then resume the account.",
      "tweet of own pending: updated_at=+2000 ms, state=failed, publish_type=immediate, due_at=now, attempts=1, error_code=usage_cap, error=The app has reached X’s monthly limit. Raise it on X or wait until the month ends, then resume the account.",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=refused, checks=0, failed_checks=0, price_micros=15000, code=usage_cap, detail=Cap",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=failed, detail=usage_cap",
      "account of own: status=paused, status_reason=The app has reached X’s monthly limit. Raise it on X or wait until the month ends, then resume the account., paused_by=network",
      "woken 1",
    ],
    "a rate limit": [
      "refused network_limited: X’s rate limit is reached. Post again after 10:26 UTC.",
      "tweet of own pending: updated_at=+2000 ms, state=failed, publish_type=immediate, due_at=now, error_code=rate_limited, error=X’s rate limit is reached. Post again after 10:26 UTC.",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=waiting, checks=0, failed_checks=0, price_micros=15000, code=rate_limited, detail=Too Many",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=failed, detail=rate_limited",
      "account of own: wait_until=+7 min",
      "woken 1",
    ],
    "an error of its own": [
      "refused timeout: X didn’t confirm this post. Linnet is checking, and won’t post it twice.",
      "tweet of own pending: updated_at=+2000 ms, state=unknown, publish_type=immediate, due_at=now, lease_token=…, lease_until=+1 min, attempts=1, error_code=server_error, check_at=+122000 ms, lease_node=node-1",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+122000 ms, ended_at=+2000 ms, outcome=unknown, checks=0, failed_checks=0, price_micros=15000, code=server_error, detail=Over capacity",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=unknown, detail=server_error",
      "woken 1",
    ],
    lost: [
      "refused timeout: X didn’t confirm this post. Linnet is checking, and won’t post it twice.",
      "tweet of own pending: updated_at=+2000 ms, state=unknown, publish_type=immediate, due_at=now, lease_token=…, lease_until=+1 min, attempts=1, error_code=lost, check_at=+122000 ms, lease_node=node-1",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+122000 ms, ended_at=+2000 ms, outcome=unknown, checks=0, failed_checks=0, price_micros=15000, code=lost, detail=socket hang up",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=unknown, detail=lost",
      "woken 1",
    ],
    "no credits": [
      "refused network_refused: The app is out of X credits. Add credits on X, then resume the account.",
      "tweet of own pending: updated_at=+2000 ms, state=failed, publish_type=immediate, due_at=now, attempts=1, error_code=credits, error=The app is out of X credits. Add credits on X, then resume the account.",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=refused, checks=0, failed_checks=0, price_micros=15000, code=credits, detail=CreditsDepleted",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=failed, detail=credits",
      "account of own: status=paused, status_reason=The app is out of X credits. Add credits on X, then resume the account., paused_by=network",
      "woken 1",
    ],
    "not authorized": [
      "refused network_refused: X didn’t accept this account’s authorization. Reconnect the account, then post again.",
      "tweet of own pending: updated_at=+2000 ms, state=failed, publish_type=immediate, due_at=now, attempts=1, error_code=unauthorized, error=X didn’t accept this account’s authorization. Reconnect the account, then post again.",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=refused, checks=0, failed_checks=0, price_micros=15000, code=unauthorized, detail=Unauthorized",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=failed, detail=unauthorized",
      "account of own: refused_at=+2000 ms",
      "woken 1",
    ],
    "not sent": [
      "refused network_refused: Couldn’t reach X. Nothing was posted. Try again.",
      "tweet of own pending: updated_at=+2000 ms, state=failed, publish_type=immediate, due_at=now, attempts=1, error_code=unreachable, error=Couldn’t reach X. Nothing was posted. Try again.",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=not_sent, checks=0, failed_checks=0, price_micros=15000, code=unreachable, detail=connect ECONNREFUSED",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=failed, detail=unreachable",
      "woken 1",
    ],
    refused: [
      "refused network_refused: X doesn’t allow this account to post this. Check the account on X. It may be locked or limited, or lack a permission.",
      "tweet of own pending: updated_at=+2000 ms, state=failed, publish_type=immediate, due_at=now, attempts=1, error_code=not_permitted, error=X doesn’t allow this account to post this. Check the account on X. It may be locked or limited, or lack a permission.",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=failed, checks=0, failed_checks=0, price_micros=15000, code=not_permitted, detail=You are not permitted to do this.",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=failed, detail=You are not permitted to do this.",
      "woken 1",
    ],
    "refused in X's words": [
      "refused network_refused: X refused this tweet: Not on a Thursday.",
      "tweet of own pending: updated_at=+2000 ms, state=failed, publish_type=immediate, due_at=now, attempts=1, error_code=refused, error=X refused this tweet: Not on a Thursday.",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=failed, checks=0, failed_checks=0, price_micros=15000, code=refused, detail=Not on a Thursday.",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=failed, detail=Not on a Thursday.",
      "woken 1",
    ],
    suspended: [
      "refused network_refused: X has suspended this account. Resolve it on X, then resume the account.",
      "tweet of own pending: updated_at=+2000 ms, state=failed, publish_type=immediate, due_at=now, attempts=1, error_code=suspended, error=X has suspended this account. Resolve it on X, then resume the account.",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=refused, checks=0, failed_checks=0, price_micros=15000, code=suspended, detail=User is suspended.",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=failed, detail=suspended",
      "account of own: status=paused, status_reason=X has suspended this account. Resolve it on X, then resume the account., paused_by=network",
      "woken 1",
    ],
  });
});
