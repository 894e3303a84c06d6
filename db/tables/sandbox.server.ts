// Tables of the sandbox (ports/network): its users, link requests, tokens, posts and images.

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
  /** The same for texts that the network treats as duplicates. */
  text_hash: number;
  /** The post that this one replies to. */
  reply_to: string | null;
  deleted_at: Millis | null;
}
interface SandboxMediaTable {
  id: string;
  sandbox_user_id: string;
  content_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
  /** The image in base64. */
  data: string;
  alt_text: string | null;
  created_at: Millis;
  /** Until when a post may use the image. */
  expires_at: Millis;
  /** The post with the image, and its position there, from 1. Both or neither. */
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
