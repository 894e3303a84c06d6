// What stands on a post's page in the sandbox, made of the post. Pure.
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
  /** "Thu 19 Nov, 20:42 (Europe/Berlin)" */
  when: string;
  whenIso: string;
}

export function toView({ post: { handle, name, text, createdAt }, timeZone }: Fetched): PostData {
  const when = `${shortDate(createdAt, timeZone)}, ${clockTime(createdAt, timeZone)} (${timeZone})`;
  return { handle, name, text, when, whenIso: iso(createdAt) };
}
