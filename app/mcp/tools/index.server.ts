// Lists all tools, from read-only ones to those that post in public.
import type { Tool } from "../tool.server";
import { posting } from "./posting.server";
import { reading } from "./reading.server";
import { writing } from "./writing.server";

let made: readonly Tool[] | null = null;

export const tools = (): readonly Tool[] => (made ??= [...reading(), ...writing(), ...posting()]);
