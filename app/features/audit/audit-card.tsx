// Shows what happened to the user's own account, in Settings → Security.
import { Card } from "~/ui/page/page";

export interface HappenedView {
  when: string;
  what: string;
  from: string;
}

export function AuditCard({ happened }: { happened: readonly HappenedView[] }) {
  return (
    <Card title="Security log">
      <p className="quiet">Your last 20 security events. Your data export has the last 180 days.</p>
      {happened.length > 0 && (
        <table className="happened">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {happened.map(({ when, what, from }, row) => (
              <tr key={row}>
                <td>{when}</td>
                <td dir="auto">{what}</td>
                <td>{from}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
