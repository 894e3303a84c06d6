// Shows the MCP address for agents and the command that adds it to Claude Code.
import { CopyButton } from "~/features/second-factor/codes-modal";
import { Card } from "~/ui/page/page";

export function AgentsCard({ address }: { address: string }) {
  const command = `claude mcp add --transport http linnet ${address} --header "Authorization: Bearer linnet_…"`;
  return (
    <Card title="Agents">
      <p className="quiet">
        An agent reaches Linnet at <code className="wrap">{address}</code> with a key of yours, best one for agents
        only, and may do what its scopes say. Before it posts it has to name the words, the pictures and the account.
      </p>
      <p>
        Claude Code: <code className="wrap">{command}</code> <CopyButton text={command} />
      </p>
      <p className="hint">claude.ai’s web connectors can’t be used yet.</p>
    </Card>
  );
}
