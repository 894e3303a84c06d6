// Renders the operator's page of users and invitations.
import { ButtonLink } from "~/ui/form/button";
import { Card } from "~/ui/page/page";
import { Pages } from "./pages";
import type { PersonOperation } from "./person-operation";

export interface PersonRow {
  id: string;
  email: string;
  since: string;
  state: string | null;
  isDisabled: boolean;
  hasSecondStep: boolean;
  accounts: number;
  scheduled: number;
  bots: number;
  lastSeen: string;
  spent: string;
  isYou: boolean;
}

export interface InvitedRow {
  id: string;
  email: string;
  until: string;
}

interface PeopleCardProps {
  people: readonly PersonRow[];
  invited: readonly InvitedRow[];
  hint: string;
  hrefOf(operation: PersonOperation, userId?: string): string;
  pages: { newer: string | null; older: string | null };
}

export function PeopleCard({ people, invited, hint, hrefOf, pages }: PeopleCardProps) {
  const ask = (operation: PersonOperation, words: string, row: { id: string; email: string }) => (
    <ButtonLink variant="ghost" size="small" to={hrefOf(operation, row.id)} preventScrollReset>
      {words}
      <span className="visually-hidden"> {row.email}</span>
    </ButtonLink>
  );
  return (
    <Card
      title="People"
      aside={
        <ButtonLink variant="primary" size="small" icon="user-round-plus" to={hrefOf("invite")} preventScrollReset>
          Invite…
        </ButtonLink>
      }
    >
      <p className="hint">{hint}</p>
      <div className="people" tabIndex={0} role="region" aria-label="List of people">
        <table>
          <thead>
            <tr>
              {["Who", "State", "2FA", "Accounts", "Scheduled", "Bots", "Spent today", "Last seen"].map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {people.map((row) => (
              <tr className={row.isDisabled ? "is-off" : undefined} key={row.id}>
                <th scope="row">
                  <strong>{row.email}</strong>
                  <small>{row.since}</small>
                </th>
                <td data-word="State">
                  {row.state === null ? "Active" : <span className="badge badge--plain">{row.state}</span>}
                </td>
                <td data-word="2FA">{row.hasSecondStep ? "Yes" : "No"}</td>
                <td data-word="Accounts">{row.accounts}</td>
                <td data-word="Scheduled">{row.scheduled}</td>
                <td data-word="Bots">{row.bots}</td>
                <td data-word="Spent today">{row.spent}</td>
                <td data-word="Last seen">{row.lastSeen}</td>
                <td className="people__acts">
                  {!row.isYou && (
                    <>
                      {!row.isDisabled && ask("link", "Password link…", row)}
                      {!row.isDisabled && ask("share", "Set share…", row)}
                      {row.isDisabled ? ask("enable", "Enable…", row) : ask("disable", "Disable…", row)}
                      {ask("delete", "Delete…", row)}
                    </>
                  )}
                </td>
              </tr>
            ))}
            {invited.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <strong>{row.email}</strong>
                </th>
                <td data-word="State" colSpan={7}>
                  <span className="badge badge--plain">{row.until}</span>
                </td>
                <td className="people__acts">{ask("withdraw", "Cancel invitation…", row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pages label="People pages" {...pages} />
    </Card>
  );
}
