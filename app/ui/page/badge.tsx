// States of a tweet or a bot, as shape, icon and word.
import type { ReactNode } from "react";
import { Icon, type IconName } from "~/ui/icons/icon";

export type Status = "pending" | "scheduled" | "publishing" | "published" | "failed";

export const statusWords: Record<Status, string> = {
  pending: "Pending",
  scheduled: "Scheduled",
  publishing: "Publishing",
  published: "Published",
  failed: "Failed",
};

const glyphs: Record<Status, IconName | null> = {
  pending: null,
  scheduled: "hourglass",
  publishing: "hourglass",
  published: "check",
  failed: "x",
};

export function Glyph({ status }: { status: Status }) {
  const glyph = glyphs[status];
  return <span className={`glyph glyph--${status}`}>{glyph && <Icon of={glyph} />}</span>;
}

export function Badge({ status, words = statusWords[status] }: { status: Status; words?: string }) {
  return (
    <span className={`badge badge--${status}`}>
      <Glyph status={status} />
      {words}
    </span>
  );
}

export function PlainBadge({ children }: { children: ReactNode }) {
  return <span className="badge badge--plain">{children}</span>;
}

export function RunState({ running }: { running: boolean }) {
  return <span className={running ? "state state--running" : "state"}>{running ? "Running" : "Stopped"}</span>;
}

export function Tags({ label, items }: { label: string; items: readonly string[] }) {
  return (
    <ul className="tags" aria-label={label}>
      {items.map((item) => (
        <li className="tag" key={item} dir="auto">
          {item}
        </li>
      ))}
    </ul>
  );
}
