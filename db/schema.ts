// The shape of the database as Kysely sees it: one interface a table, each owned by one feature (named beside it).
import type { AuditTables } from "./tables/audit.server";
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
  /** The limit's name and the hash of whom it counts. */
  key: string;
  points: number;
  /** When its window ends. */
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
  /** What the network said the app may do, when it was linked: "read-write"; null where it didn't say. */
  access_level: string | null;
  /** Nothing scheduled is sent before this moment (the network's rate limit). */
  wait_until: Millis | null;
  /** Its person's own posting hours (features/accounts/hours.ts, OwnHours) as JSON; null: the server's. */
  own_hours: Generated<string | null>;
  /** The gap of these, where they name one. */
  own_gap_ms: Generated<Millis | null>;
  /** How much likelier which hours are drawn (features/moments/leaning.ts) as JSON; null: all alike. */
  leaning: Generated<string | null>;
  /** When a scheduled tweet of this account last went out: the gap between them counts from here. */
  scheduled_send_at: Millis | null;
  refused_at: Millis | null;
  linked_at: Millis;
  unlinked_at: Millis | null;
}
export interface LinkRequestsTable {
  token_hash: string;
  user_id: string;
  /** Null where it was begun with an API key alone: then any browser session of the user may finish it. */
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
  /** What all its calls cost, failed ones too. */
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  created_at: Millis;
  ended_at: Millis | null;
}
export interface BatchesTable {
  id: string;
  user_id: string;
  account_id: number | null;
  topic: string;
  web_search: Flag;
  /** Whether it was searched; null: nobody asked for it, or it isn't known of a batch of before. */
  searched: Generated<Flag | null>;
  writer: "gemini" | "demo";
  model: string;
  /** JSON: [{ title, url }] */
  sources: string;
  search_suggestions: string | null;
  input_tokens: number;
  output_tokens: number;
  /** When the service said it would take the model away. */
  model_retires_at: Millis | null;
  /** The version of the account's voice that it was written in; null: in none. */
  voice_version: Generated<number | null>;
  /** JSON, { well, less }: the ids of the posts that the writer was shown for how they were received; null: of none. */
  shown: Generated<string | null>;
  created_at: Millis;
}

// features/tweets owns the words; features/publishing owns the columns from `state` on
export type TweetState = "pending" | "scheduled" | "publishing" | "unknown" | "published" | "failed";
export interface TweetsTable extends LeaseColumns, ThreadColumns {
  id: Generated<number>;
  user_id: string;
  account_id: number | null;
  /** A person or a program named the account, or the tweet stood on the timeline: another default changes nothing. */
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
  /** While unknown: when the account's posts are looked at next. Where it was sent stays in `due_at`. */
  check_at: Millis | null;
  /** Taken back while it was in flight: where it turns out not to be out, it is not sent again. */
  withdrawn: Generated<Flag>;
  /**
   * It was posted with five seconds to take it back, which end here. While it is scheduled it waits for that, and is on no
   * timeline; afterwards it says that nobody waited for the answer.
   */
  undo_until: Generated<Millis | null>;
  /** What taking it back makes of it (features/publishing/rules/undo.ts, Former) as JSON; null once it was claimed. */
  undo_to: Generated<string | null>;
  /** When it was put in the bin; it is pending or failed then. features/ideas owns this one. */
  discarded_at: Generated<Millis | null>;
  /** When the network said that the post is no longer there (features/tweets/store/gone.server.ts). */
  deleted_at: Generated<Millis | null>;
  /** Among the best or the least received of its account, where its person lets the writer learn from these. features/results owns it. */
  received: Generated<"well" | "less" | null>;
  /** The moment that places it in the week: published, else due, else touched last. */
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
  /** From here on the account's posts may be read to learn what became of a lost answer. */
  settle_at: Millis;
  ended_at: Millis | null;
  outcome: AttemptOutcome;
  /** How often the account's posts were read and the text was not among them. */
  checks: Generated<number>;
  /** How often they could not be read. */
  failed_checks: Generated<number>;
  /** What the network charges for it, in millionths of a US dollar. */
  price_micros: number;
  code: string | null;
  detail: string | null;
  post_id: string | null;
  /** Made unknown by a restored backup: when the tweet was due, and is again if it isn't out. */
  resume_at: Millis | null;
}
export interface TweetEventsTable {
  id: Generated<number>;
  tweet_id: number;
  at: Millis;
  kind: string;
  detail: string | null;
  /** The named key that did it; null: a person, a browser's key, or Linnet itself. */
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
  /** JSON: the score explained (features/analysis/score.ts), improvements, who judged. */
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
  /** Why it is paused, or was stopped by something else than the person. */
  reason: string | null;
  /** It proposes, and the person approves. */
  review: Flag;
  /** Its writer is shown what was received well, and what less. */
  learn: Generated<Flag>;
  proposal_id: number | null;
  /** Generations that failed since the last that did not. */
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

/** The columns a row needs to be a job: when it is due, who has claimed it, until when, and how often it was tried. */
export interface LeaseColumns {
  due_at: Millis | null;
  lease_token: string | null;
  lease_until: Millis | null;
  attempts: Generated<number>;
  /** The node that holds the lease; null where one database has one node. */
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
  batches: BatchesTable;
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
