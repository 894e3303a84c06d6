// Builds the view of a sandbox post's page. Pure.
import { iso } from "~/ground/time/iso";
import { clockTime, shortDate } from "~/ground/time/zone";
import type { SandboxPost } from "~/ports/network/store/posts.server";
import type { Viewer } from "~/screens/frame/viewer.server";

export interface Fetched extends Pick<Viewer, "timeZone"> {
  post: SandboxPost;
}

export interface PostData {
  handle: string;
  name: string;
  text: string;
  when: string;
  whenIso: string;
  parentHref: string | null;
  pictures: { src: string; altText: string | null }[];
  replies: { href: string; handle: string; text: string }[];
}

const hrefOf = (handle: string, postId: string) => `/sandbox/${handle}/status/${postId}`;

export function toView({ post, timeZone }: Fetched): PostData {
  const { handle, name, text, createdAt, replyTo, pictures, replies } = post;
  const when = `${shortDate(createdAt, timeZone)}, ${clockTime(createdAt, timeZone)} (${timeZone})`;
  return {
    handle,
    name,
    text,
    when,
    whenIso: iso(createdAt),
    // The sandbox allows replies only to one's own posts, so the handle is the same.
    parentHref: replyTo && hrefOf(handle, replyTo),
    pictures: pictures.map(({ id, altText }) => ({ src: `/sandbox/pictures/${id}`, altText })),
    replies: replies.map((reply) => ({ href: hrefOf(reply.handle, reply.id), handle: reply.handle, text: reply.text })),
  };
}
