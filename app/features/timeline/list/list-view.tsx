// Renders the timeline as a list: upcoming days, including empty ones, and past ones.
import { Glyph, statusWords } from "~/ui/page/badge";
import { ButtonLink } from "~/ui/form/button";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/class-names";
import { Pager } from "~/ui/page/pager";
import type { ListDay, ListRow } from "./list";
import { RowTools, type RowLinks } from "./row-tools";

export interface ListData {
  coming: ListDay[];
  hasEarlier: boolean;
  /** The next page's `after`; null if there is none. */
  later: string | null;
  over: ListDay[];
  hasNewer: boolean;
  older: string | null;
}

export interface ListLinks extends RowLinks {
  taskHref(id: number): string;
  writeHref(slot: string): string;
  pageHref(page: { after: string | null } | { before: string | null }): string;
}

export function ListView({ list, ...links }: { list: ListData } & ListLinks) {
  const { coming, hasEarlier, later, over, hasNewer, older } = list;
  return (
    <>
      {coming.map((day) => (
        <Day key={day.date} day={day} coming {...links} />
      ))}
      <Pager
        label="Pages of scheduled tweets"
        words={{ newer: "Earlier", older: "Later" }}
        newer={hasEarlier ? `${links.pageHref({ after: null })}#coming` : null}
        older={later === null ? null : `${links.pageHref({ after: later })}#coming`}
      />
      <h2 className="queue__head" id="sent">
        Posted
      </h2>
      {over.length === 0 && <p className="queue__gap">Nothing posted yet.</p>}
      {over.map((day) => (
        <Day key={day.date} day={day} {...links} />
      ))}
      <Pager
        label="Pages of posted tweets"
        newer={hasNewer ? `${links.pageHref({ before: null })}#sent` : null}
        older={older === null ? null : `${links.pageHref({ before: older })}#sent`}
      />
    </>
  );
}

function Day({ day, coming, ...links }: { day: ListDay; coming?: boolean } & ListLinks) {
  const { rows } = day;
  return (
    // Today may be in both lists, so their region names must differ.
    <section aria-label={`${coming ? "" : "Posted, "}${day.name} ${day.label}`}>
      <h3 className={classNames("queue__day", day.isToday && "is-today")}>
        <span>
          <b>{day.name}</b> {day.label}
        </span>
        <span className="hint">{rows.length || "Nothing yet"}</span>
      </h3>
      {rows.length === 0 && day.write !== null && (
        <p className="queue__gap">
          A quiet day.
          <ButtonLink variant="ghost" size="small" icon="plus" to={links.writeHref(day.write)}>
            Write for {day.name}
          </ButtonLink>
        </p>
      )}
      <ul>
        {rows.map((row) => (
          <Row key={row.id} row={row} coming={coming} {...links} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row, coming, taskHref, ...links }: { row: ListRow; coming?: boolean } & ListLinks) {
  const { id, status, content, time, iso, username, reason } = row;
  const wordsId = `row-${id}`;
  return (
    <li className={`queued queued--${status}`}>
      <time dateTime={iso}>{time}</time>
      <Glyph status={status} />
      <Link className="queued__words" to={taskHref(id)} preventScrollReset>
        <span className="visually-hidden">{statusWords[status]}: </span>
        <span dir="auto" id={wordsId}>
          {content}
        </span>
        <span className="hint">
          {[username && `@${username}`, originOf(row, reason, coming)].filter(Boolean).join(" · ")}
        </span>
      </Link>
      <RowTools row={row} wordsId={wordsId} {...links} />
    </li>
  );
}

const originOf = ({ status }: ListRow, reason: string | null, coming: boolean | undefined): string | null => {
  if (status === "failed" || status === "publishing") return statusWords[status];
  if (!coming) return null;
  return reason === null
    ? "Time picked by you"
    : /^(Picked|Chosen) at random/.test(reason)
      ? "Picked at random"
      : reason;
};
