// Every tool there is, in the order in which they are listed: from what only reads to what posts in public.
import type { Tool } from "../tool.server";
import { posting } from "./posting.server";
import { reading } from "./reading.server";
import { writing } from "./writing.server";

export const tools: readonly Tool[] = [...reading, ...writing, ...posting];
