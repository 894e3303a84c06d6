// The small parts of /api/docs: words with code in them, a field's row, a command, a place to link to.
import { Fragment } from "react";
import type { FieldRow, Piece } from "./fields";

/** The id of a heading. Routes have their operationId, which has no such mark before it. */
export const idOf = (title: string): string => `-${title.toLowerCase().replace(/\W+/g, "-")}`;

/** What stands between backticks is code. */
export const Words = ({ children }: { children: string }) => (
  <>
    {children
      .split("`")
      .map((text, n) => (n % 2 === 0 ? <Fragment key={n}>{text}</Fragment> : <code key={n}>{text}</code>))}
  </>
);

export const Shell = ({ children }: { children: string }) => (
  <pre className="docs__shell">
    <code>{children}</code>
  </pre>
);

/** Folded: it is long, and said in words above. */
export const Sample = ({ title, children }: { title: string; children: string }) => (
  <details>
    <summary>{title}</summary>
    <Shell>{children}</Shell>
  </details>
);

export const Fields = ({ of: rows }: { of: readonly FieldRow[] }) => (
  <dl className="docs__fields">
    {rows.map(({ name, place, isRequired, type, words }) => (
      <div key={`${place} ${name}`}>
        <dt>
          <code>{name}</code>
          {place !== null && <small>{isRequired ? `${place}, required` : place}</small>}
        </dt>
        <dd>
          <Pieces of={type} />.{" "}
          {words && (
            <span className="quiet">
              <Words>{words.endsWith(".") ? words : `${words}.`}</Words>
            </span>
          )}
        </dd>
      </div>
    ))}
  </dl>
);

/** What a field may be; a comma stands by what is before it. */
export const Pieces = ({ of: pieces }: { of: readonly Piece[] }) => (
  <>
    {pieces.map((piece, n) => (
      <Fragment key={n}>
        {n > 0 && !(piece.kind === "words" && piece.text.startsWith(",")) && " "}
        <One {...piece} />
      </Fragment>
    ))}
  </>
);

function One({ kind, text }: Piece) {
  if (kind === "words") return <span>{text}</span>;
  if (kind === "value") return <code>{text}</code>;
  return (
    <a className="link" href={`#${idOf(text)}`}>
      {text}
    </a>
  );
}
