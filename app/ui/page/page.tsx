// What stands on the sheet: the heads of pages and sections, plain cards, two columns.
import { type ReactElement, type ReactNode, useId } from "react";
import { Help } from "~/ui/messages/help";

interface PageHeadProps {
  /** A string is the heading's words; anything else has the heading in it. */
  title: string | ReactElement;
  /** What the question mark says. */
  help?: ReactNode;
  /** Buttons at the right. */
  children?: ReactNode;
}

export function PageHead({ title, help, children }: PageHeadProps) {
  return (
    <div className="page__head">
      <div className="page__title">
        {typeof title === "string" ? <Heading>{title}</Heading> : title}
        {help && <Help>{help}</Help>}
      </div>
      {children}
    </div>
  );
}

export const Heading = ({ children }: { children: string }) => (
  <h1 dir="auto" tabIndex={-1}>
    {children}
  </h1>
);

interface SectionProps {
  title: string;
  /** The heading's, where a link leads to it; it takes the focus then. */
  headingId?: string;
  count?: number;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section under its own head, named by it. */
export function Section({ title, headingId, count, hint, actions, children }: SectionProps) {
  const ownId = useId();
  const id = headingId ?? ownId;
  return (
    <section aria-labelledby={id}>
      <div className="section__head">
        <h2 id={id} tabIndex={headingId === undefined ? undefined : -1}>
          {title}
          {count !== undefined && <span className="count">{` (${count})`}</span>}
        </h2>
        {hint && <p className="hint">{hint}</p>}
        {actions}
      </div>
      {children}
    </section>
  );
}

/** `aside` stands at the end of the title's line. */
export function Card({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Two columns from 1024 px, the second 344 px wide. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="columns">
      <div>{main}</div>
      <div>{side}</div>
    </div>
  );
}
