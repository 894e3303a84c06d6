// Types of the database for Kysely: one interface per table, and the feature that owns it.
import type { AuditTables } from "./tables/audit.server";
import type { BatchTables } from "./tables/batches.server";
import type { DeletionTables } from "./tables/deletions.server";
import type { NodeTables } from "./tables/nodes.server";
import type { IdentityTables } from "./tables/identities.server";
import type { MailLinkTables } from "./tables/mail-links.server";
import type { MediaTables } from "./tables/media.server";
import type { NamedKeyTables } from "./tables/named-keys.server";
import type { OutboxTables } from "./tables/outbox.server";
import type { PasskeyTables } from "./tables/passkeys.server";
import type { PasswordTables } from "./tables/passwords.server";
import type { PeopleTables } from "./tables/people.server";
import type { RetryTables } from "./tables/retries.server";
import type { ResultTables } from "./tables/results.server";
import type { RefiningColumns, RefiningTables } from "./tables/refining.server";
import type { SandboxTables } from "./tables/sandbox.server";
import type { SecondFactorTables } from "./tables/second-factor.server";
import type { ThreadColumns, ThreadTables, ThreadTaskColumns } from "./tables/threads.server";
import type { VoiceTables } from "./tables/voices.server";
import type { WebhookTables } from "./tables/webhooks.server";
import type { GeneratedAlways, Generated, Insertable, Selectable, Updateable } from "kysely";

/** Milliseconds since 1970, UTC. */
export type Millis = number;
type Flag = 0 | 1;

// features/rate-limits
export interface RateLimitsTable {
  /** The limit's name, and a hash of the user or address that it counts. */
  key: string;
  points: number;
  /** When the limit's window ends. */
  expires_at: Millis;
}

// features/accounts
export type AccountStatus = "active" | "reconnect" | "paused";
export interface AccountsTable {
  id: Generated<number>;
  user_id: string;
  network: "x" | "sandbox";
  network_user_id: string;
  username: string;
  display_name: string;
  image_url: string | null;
  is_default: Flag;
  status: AccountStatus;
  status_reason: string | null;
  paused_by: "person" | "network" | null;
  /** The two OAuth tokens, encrypted; empty once unlinked. */
  tokens: string;
  /** The app's access as the network named it at linking: "read-write". Null if the network named none. */
  access_level: string | null;
  /** No scheduled tweet is sent before this time (the network's rate limit). */
  wait_until: Millis | null;
  /** The account's own posting hours (features/accounts/hours.ts, OwnHours) as JSON. Null: the server's. */
  own_hours: Generated<string | null>;
  /** The minimum gap in `own_hours`, if they set one. */
  own_gap_ms: Generated<Millis | null>;
  /** Weights of the hours for random times (features/moments/leaning.ts) as JSON. Null: all equal. */
  leaning: Generated<string | null>;
  /** When a scheduled tweet of this account was last posted. The gap counts from here. */
  scheduled_send_at: Millis | null;
  refused_at: Millis | null;
  linked_at: Millis;
  unlinked_at: Millis | null;
}
export interface LinkRequestsTable {
  token_hash: string;
  user_id: string;
  /** Null if linking began with an API key: then any browser session of the user may finish it. */
  session_hash: string | null;
  secret: string;
  created_at: Millis;
}

// features/generation
export type TaskState = "queued" | "running" | "success" | "failed";
export interface GenerationTasksTable extends LeaseColumns, RefiningColumns, ThreadTaskColumns {
  id: string;
  user_id: string;
  account_id: number | null;
  topic: string;
  web_search: Flag;
  state: TaskState;
  deadline_at: Millis;
  batch_id: string | null;
  error_code: string | null;
  error: string | null;
  /** Tokens of all calls of the task, including failed ones. */
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  /** Millionths of a US dollar. Null: unknown. */
  cost_micros: number | null;
  /** Answers that named no tokens. */
  unmetered: Generated<number>;
  created_at: Millis;
  ended_at: Millis | null;
}

// features/tweets owns the text; features/publishing owns the columns from `state` on
export type TweetState = "pending" | "scheduled" | "publishing" | "unknown" | "published" | "failed";
export interface TweetsTable extends LeaseColumns, ThreadColumns {
  id: Generated<number>;
  user_id: string;
  account_id: number | null;
  /** The account was chosen, or the tweet was on the timeline. A new default account doesn't change it. */
  account_is_own: Generated<Flag>;
  batch_id: string | null;
  position: number;
  origin: "generated" | "own" | "bot";
  content: string;
  /** The text folded for the near-duplicate guard. */
  fingerprint: string;
  created_at: Millis;
  updated_at: Millis;
  state: TweetState;
  publish_type: "immediate" | "scheduled" | null;
  moment_reason: string | null;
  published_at: Millis | null;
  post_id: string | null;
  error_code: string | null;
  error: string | null;
  /** While unknown: when the account's posts are checked next. `due_at` keeps the time of the send. */
  check_at: Millis | null;
  /** Undone in flight. If the tweet turns out not to be posted, it is not sent again. */
  withdrawn: Generated<Flag>;
  /**
   * End of the undo window of 5 s after Post Now. A scheduled tweet waits for this and is on no timeline. Afterwards it
   * shows that no request waited for the network's response.
   */
  undo_until: Generated<Millis | null>;
  /** The state that undo restores (features/publishing/rules/undo.ts, `Former`) as JSON. Null once claimed. */
  undo_to: Generated<string | null>;
  /** When a pending or failed tweet was moved to the trash. features/ideas owns this column. */
  discarded_at: Generated<Millis | null>;
  /** When the network reported the post as gone (features/tweets/store/gone.server.ts). */
  deleted_at: Generated<Millis | null>;
  /** Top or weakest of its account, if the user lets the writer learn from them. features/results owns this column. */
  received: Generated<"well" | "less" | null>;
  /** Time of the tweet in the week: published, else due, else last changed. */
  placed_at: GeneratedAlways<Millis>;
}

// features/publishing
export type AttemptOutcome =
  "sending" | "published" | "not_sent" | "waiting" | "refused" | "failed" | "unknown" | "absent";
export interface AttemptsTable {
  id: Generated<number>;
  tweet_id: number;
  attempt_no: number;
  lease_token: string;
  text_hash: string;
  started_at: Millis;
  /** From this time on, an unknown attempt may be checked against the account's posts. */
  settle_at: Millis;
  ended_at: Millis | null;
  outcome: AttemptOutcome;
  /** Checks of the account's posts that did not find the text. */
  checks: Generated<number>;
  /** Checks that could not read the account's posts. */
  failed_checks: Generated<number>;
  /** The network's charge, in millionths of a US dollar. */
  price_micros: number;
  code: string | null;
  detail: string | null;
  post_id: string | null;
  /** Made unknown by a restored backup: the tweet's due time, used again if it wasn't posted. */
  resume_at: Millis | null;
}
export interface TweetEventsTable {
  id: Generated<number>;
  tweet_id: number;
  at: Millis;
  kind: string;
  detail: string | null;
  /** The API key that did it. Null: the user, a session key, or Linnet. */
  key_id: Generated<number | null>;
}

// features/analysis
export type AnalysisState = "pending" | "completed" | "failed";
export interface AnalysesTable {
  id: Generated<number>;
  user_id: string;
  input_type: "product_description";
  content: string;
  state: AnalysisState;
  lease_token: string | null;
  lease_until: Millis | null;
  lease_node: Generated<string | null>;
  summary: Generated<string>;
  /** JSON: a list of strings. */
  tags: Generated<string>;
  /** JSON: the explained score (features/analysis/score.ts), improvements, and the model that scored. */
  metadata: Generated<string>;
  /** Tenths of a point, 0 to 100; null until completed. */
  quality_tenths: number | null;
  error_code: string | null;
  error: string | null;
  created_at: Millis;
  updated_at: Millis;
}

// features/bots
export type BotState = "waiting" | "writing" | "proposing" | "paused" | "stopped";
export interface BotsTable extends LeaseColumns {
  id: Generated<number>;
  analysis_id: number;
  user_id: string;
  account_id: number | null;
  state: BotState;
  /** Why the bot is paused, or was stopped other than by the user. */
  reason: string | null;
  /** The bot suggests tweets and the user approves them. */
  review: Flag;
  /** Shows the account's top and weakest posts to the writer. */
  learn: Generated<Flag>;
  proposal_id: number | null;
  /** Failed generations since the last success. */
  failures: Generated<number>;
  started_at: Millis;
  updated_at: Millis;
}
export interface BotTweetsTable {
  tweet_id: number;
  bot_id: number;
}
export interface AutomationConsentsTable {
  account_id: number;
  agreed_at: Millis;
}

/** Columns that make a row a job: due time, claim, lease and tries. */
export interface LeaseColumns {
  due_at: Millis | null;
  lease_token: string | null;
  lease_until: Millis | null;
  attempts: Generated<number>;
  /** The node that holds the lease. Null if the database has only one node. */
  lease_node: Generated<string | null>;
}

export interface Database
  extends
    PeopleTables,
    RetryTables,
    DeletionTables,
    IdentityTables,
    OutboxTables,
    MailLinkTables,
    MediaTables,
    NamedKeyTables,
    BatchTables,
    PasskeyTables,
    PasswordTables,
    RefiningTables,
    ResultTables,
    SandboxTables,
    SecondFactorTables,
    NodeTables,
    ThreadTables,
    VoiceTables,
    WebhookTables,
    AuditTables {
  rate_limits: RateLimitsTable;
  accounts: AccountsTable;
  link_requests: LinkRequestsTable;
  generation_tasks: GenerationTasksTable;
  tweets: TweetsTable;
  attempts: AttemptsTable;
  tweet_events: TweetEventsTable;
  analyses: AnalysesTable;
  bots: BotsTable;
  bot_tweets: BotTweetsTable;
  automation_consents: AutomationConsentsTable;
}

export type Row<T extends keyof Database> = Selectable<Database[T]>;
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;
export type Change<T extends keyof Database> = Updateable<Database[T]>;
