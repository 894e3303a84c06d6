// Shows the operator what happened to all users, by page and kind.
import type { ReactNode } from "react";
import { Form } from "@remix-run/react";
import { Button } from "~/ui/form/button";
import { Select } from "~/ui/form/field";
import { Card } from "~/ui/page/page";

export interface EverybodysRow {
  id: number;
  when: string;
  who: string;
  what: string;
  from: string;
}

interface EverybodysCardProps {
  rows: readonly EverybodysRow[];
  kinds: readonly { value: string; label: string }[];
  kind: string;
  pages: ReactNode;
}

export function EverybodysCard({ rows, kinds, kind, pages }: EverybodysCardProps) {
  return (
    <Card title="Audit log">
      <Form method="get" className="row" preventScrollReset>
        <Select label="Event type" name="kind" options={kinds} value={kind} key={kind}>
          <Button size="small">Filter</Button>
        </Select>
      </Form>
      {rows.length === 0 && <p className="quiet">No such events in the last 180 days.</p>}
      {rows.length > 0 && (
        <div className="people" tabIndex={0} role="region" aria-label="Audit log entries">
          <table>
            <thead>
              <tr>
                {["When", "Who", "What", "From"].map((name) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, when, who, what, from }) => (
                <tr key={id}>
                  <td data-word="When">{when}</td>
                  <td data-word="Who">{who}</td>
                  <td data-word="What" dir="auto">
                    {what}
                  </td>
                  <td data-word="From">{from}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {pages}
    </Card>
  );
}
