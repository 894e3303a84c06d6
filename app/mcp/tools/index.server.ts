// Every tool there is, in the order in which they are listed: from what only reads to what posts in public.
import type { Tool } from "../tool.server";
import { posting } from "./posting.server";
import { reading } from "./reading.server";
import { writing } from "./writing.server";

let made: readonly Tool[] | null = null;

/** Made when they are first asked for: most servers have no agent. */
export const tools = (): readonly Tool[] => (made ??= [...reading(), ...writing(), ...posting()]);
