// /mcp: Model Context Protocol endpoint for agents.
import { handlers } from "~/api/index.server";
import { mcp } from "~/mcp/mcp.server";

export const { loader, action } = mcp(handlers);
