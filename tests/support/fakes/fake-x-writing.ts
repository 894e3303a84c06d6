// The fake X's answers about pictures, threads and deleting, as X was seen to give them.
import { invalid, json, problem, v1Error } from "./fake-x-bodies";
import type { Answer } from "./fake-x-faults";
import type { FakeUser, FakeWorld } from "./fake-x-world";

export interface WritingRules {
  /** Whether an app may answer its own person's posts; if not, in which of X's two wordings it is told so. */
  replies: "taken" | "refused" | "refused as before July 2026";
  /** So long after it was taken a post can't be answered yet. */
  parentLagMs: number;
  /** The form in which X takes pictures. */
  uploads: "form" | "JSON";
}

export const usualWritingRules: WritingRules = { replies: "taken", parentLagMs: 0, uploads: "form" };

/** So much a picture may have; a guess at X's own words for more. */
const maxBytes = 5 * 1024 * 1024;
const lifeSecs = 86_400;
const wordings = {
  refused: "You can only reply to or quote posts where you are mentioned or are the author.",
  "refused as before July 2026":
    "Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.",
};

interface Asked {
  headers: { "content-type"?: string | undefined };
  body: string;
  bytes: Buffer;
}

/** A request's fields, whichever form it has. A picture's bytes as they are, everything else as text. */
function fieldsOf(asked: Asked): Map<string, Buffer> {
  const fields = new Map<string, Buffer>();
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(asked.headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) {
    for (const [name, value] of Object.entries(JSON.parse(asked.body) as Record<string, string>))
      fields.set(name, name === "media" ? Buffer.from(value, "base64") : Buffer.from(value));
    return fields;
  }
  for (const part of asked.bytes.toString("latin1").split(`--${boundary}`)) {
    const end = part.indexOf("\r\n\r\n");
    const name = /name="([^"]*)"/.exec(part.slice(0, Math.max(0, end)))?.[1];
    if (name !== undefined) fields.set(name, Buffer.from(part.slice(end + 4).replace(/\r\n$/, ""), "latin1"));
  }
  return fields;
}

type Spend = (key: string, limit: number) => { headers: Record<string, string>; isOver: boolean };

export function writingAnswers({
  rules,
  world,
  now,
  spend,
}: {
  rules: WritingRules;
  world: FakeWorld;
  now: () => number;
  spend: Spend;
}) {
  const tooMany = (headers: Record<string, string>) => problem(429, "Too Many Requests", "Too Many Requests", headers);

  function upload(asked: Asked, user: FakeUser): Answer {
    const { headers, isOver } = spend(`upload ${user.id}`, 500);
    if (isOver) return tooMany(headers);
    const isForm = asked.headers["content-type"]?.startsWith("multipart/form-data") === true;
    if (isForm && rules.uploads === "JSON")
      return invalid("Requests with bodies must have content-type of application/json.");
    if (!isForm && rules.uploads === "form")
      return invalid("Requests with bodies must have content-type of multipart/form-data.");
    const fields = fieldsOf(asked);
    // 2.167 refuses any other field.
    const strange = [...fields.keys()].find((name) => name !== "media" && name !== "media_category");
    if (strange !== undefined) return invalid(`$.${strange}: is not defined in the schema`);
    if (fields.get("media_category")?.toString() !== "tweet_image") return invalid("Invalid 'media_category'");
    const bytes = fields.get("media");
    if (!bytes || bytes.length === 0) return v1Error(400, 38, "media parameter is missing.");
    if (bytes.length > maxBytes) return problem(413, "Payload Too Large", "File size exceeds 5242880 bytes.");
    const { id } = world.keepMedia(user, bytes, lifeSecs * 1_000);
    const data = { id, media_key: `3_${id}`, size: bytes.length, expires_after_secs: lifeSecs };
    return json(200, { data: { ...data, image: { image_type: "image/png", w: 1, h: 1 } } }, headers);
  }

  function describe(asked: Asked, user: FakeUser): Answer {
    const { headers, isOver } = spend(`describe ${user.id}`, 500);
    if (isOver) return tooMany(headers);
    const { id, metadata } = JSON.parse(asked.body) as { id: string; metadata?: { alt_text?: { text?: string } } };
    const text = metadata?.alt_text?.text ?? "";
    if (text === "" || [...text].length > 1_000) return invalid("Alt text must have 1 to 1000 characters.");
    const media = world.usableMedia(user, id);
    if (!media) return invalid("Your media IDs are invalid.", { "media.media_ids": [id] });
    media.altText = text;
    return json(200, { data: { id, associated_metadata: { alt_text: { text } } } }, headers);
  }

  function remove(postId: string, user: FakeUser): Answer {
    const { headers, isOver } = spend(`delete ${user.id}`, 50);
    if (isOver) return tooMany(headers);
    const post = world.posts.find(({ id }) => id === postId);
    if (!post || world.isDeleted(postId)) return problem(404, "Not Found", "Not Found", headers);
    if (post.userId !== user.id) return problem(403, "Forbidden", "You are not authorized to delete this Tweet.");
    world.delete(postId);
    return json(200, { data: { deleted: true } }, headers);
  }

  /** Why a post is refused for what it answers or shows, or null. */
  function refusalOf(user: FakeUser, replyTo: string | undefined, mediaIds: readonly string[]): Answer | null {
    const isUnseen = "You attempted to reply to a Tweet that is deleted or not visible to you.";
    if (replyTo !== undefined) {
      const parent = world.posts.find(({ id }) => id === replyTo);
      if (!parent || world.isDeleted(replyTo) || parent.createdAt > now() - rules.parentLagMs)
        return problem(403, "Forbidden", isUnseen);
      if (rules.replies !== "taken") return problem(403, "Forbidden", wordings[rules.replies]);
      if (parent.userId !== user.id) return problem(403, "Forbidden", wordings.refused);
    }
    const isBad = mediaIds.length > 4 || new Set(mediaIds).size < mediaIds.length;
    if (isBad || mediaIds.some((id) => !world.usableMedia(user, id)))
      return invalid("Your media IDs are invalid.", { "media.media_ids": [...mediaIds] });
    return null;
  }

  return { upload, describe, remove, refusalOf };
}
