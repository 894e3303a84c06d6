// The tables of ports/network's sandbox: its users, links to them, and what they posted.

/** Milliseconds since 1970, UTC. */
type Millis = number;
type Flag = 0 | 1;

interface SandboxUsersTable {
  id: string;
  handle: string;
  name: string;
  created_at: Millis;
}
interface SandboxRequestsTable {
  token_hash: string;
  callback_url: string;
  force_login: Flag;
  verifier_hash: string | null;
  sandbox_user_id: string | null;
  created_at: Millis;
}
interface SandboxTokensTable {
  token_hash: string;
  sandbox_user_id: string;
  created_at: Millis;
}
interface SandboxPostsTable {
  id: string;
  sandbox_user_id: string;
  text: string;
  created_at: Millis;
  /** Alike for texts that the network takes for the same. */
  text_hash: number;
}

export interface SandboxTables {
  sandbox_users: SandboxUsersTable;
  sandbox_requests: SandboxRequestsTable;
  sandbox_tokens: SandboxTokensTable;
  sandbox_posts: SandboxPostsTable;
}
