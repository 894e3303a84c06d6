// The tables of ports/network's sandbox: its users, links to them, what they posted, and pictures.

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
  /** The post that it answers. */
  reply_to: string | null;
  deleted_at: Millis | null;
}
interface SandboxMediaTable {
  id: string;
  sandbox_user_id: string;
  content_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
  /** The picture, base64. */
  data: string;
  alt_text: string | null;
  created_at: Millis;
  /** Until when a post may name it. */
  expires_at: Millis;
  /** The post that shows it, and its place there, from 1; both or neither. */
  post_id: string | null;
  position: number | null;
}

export interface SandboxTables {
  sandbox_users: SandboxUsersTable;
  sandbox_requests: SandboxRequestsTable;
  sandbox_tokens: SandboxTokensTable;
  sandbox_posts: SandboxPostsTable;
  sandbox_media: SandboxMediaTable;
}
