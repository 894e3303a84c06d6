// Layout of a page: heads of pages and sections, cards, columns.
import { type ReactElement, type ReactNode, useId } from "react";
import { Help } from "~/ui/messages/help";

interface PageHeadProps {
  title: string | ReactElement;
  help?: ReactNode;
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
  headingId?: string;
  count?: number;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

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

interface CardProps {
  title: string;
  aside?: ReactNode;
  /** Says on a striped band that what the card shows isn't real. */
  mark?: string;
  children: ReactNode;
}

export function Card({ title, aside, mark, children }: CardProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {mark && <p className="card__mark">{mark}</p>}
      {children}
    </section>
  );
}

export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="columns">
      <div>{main}</div>
      <div>{side}</div>
    </div>
  );
}
