// /mcp: for agents, by the Model Context Protocol. Its tools do what routes of the API do, by their handlers.
import { handlers } from "~/api/index.server";
import { mcp } from "~/mcp/mcp.server";

export const { loader, action } = mcp(handlers);
