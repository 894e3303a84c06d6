// Small parts of /api/docs: text with code, a field's row, a command, an anchor.
import { Fragment } from "react";
import type { FieldRow, Piece } from "./fields";

/** The leading "-" keeps headings apart from routes, whose id is their operationId. */
export const idOf = (title: string): string => `-${title.toLowerCase().replace(/\W+/g, "-")}`;

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
