// Shows the MCP address for agents and the command that adds it to Claude Code.
import { CopyButton } from "~/features/second-factor/codes-modal";
import { Card } from "~/ui/page/page";

export function AgentsCard({ address }: { address: string }) {
  const command = `claude mcp add --transport http linnet ${address} --header "Authorization: Bearer linnet_…"`;
  return (
    <Card title="AI agents">
      <p className="quiet">
        Connect an AI agent over MCP at <code className="wrap">{address}</code> with one of your API keys, ideally one
        for AI agents only. Before posting, the agent must state the exact text, images and account.
      </p>
      <p>
        Claude Code: <code className="wrap">{command}</code> <CopyButton text={command} />
      </p>
      <p className="hint">claude.ai’s web connectors can’t be used yet.</p>
    </Card>
  );
}
