// Remembers for the doctor how each server has answered since this process started.
import type { CompatibleSettings } from "~/ground/config-ai";
import type { Dialect } from "./dialect";

export interface ServerSeen {
  /** null: no usable reply yet. */
  format: Dialect["format"] | null;
  /** The server read only part of some prompt. */
  isPromptTruncated: boolean;
  /** How many of the last answers there are, and how many of them couldn't be read. */
  lastAnswers: number;
  unread: number;
}

type Server = Pick<CompatibleSettings, "baseUrl" | "model">;

interface Notes {
  format: ServerSeen["format"];
  isPromptTruncated: boolean;
  /** Whether each of the last answers could be read, oldest first. */
  read: boolean[];
}

const maxAnswers = 50;

const seen = new Map<string, Notes>();
const keyOf = ({ baseUrl, model }: Server): string => `${baseUrl} ${model}`;

function notesOf(server: Server): Notes {
  const notes = seen.get(keyOf(server)) ?? { format: null, isPromptTruncated: false, read: [] };
  seen.set(keyOf(server), notes);
  return notes;
}

export function noteServer(server: Server, { format, isPromptTruncated }: Omit<Notes, "read">): void {
  const notes = notesOf(server);
  notes.format = format;
  notes.isPromptTruncated ||= isPromptTruncated;
}

export function noteRead(server: Server, isRead: boolean): void {
  const notes = notesOf(server);
  notes.read = [...notes.read, isRead].slice(-maxAnswers);
}

/** null: no answer yet. */
export function findServerSeen(server: Server): ServerSeen | null {
  const notes = seen.get(keyOf(server));
  if (!notes) return null;
  const { read, ...more } = notes;
  return { ...more, lastAnswers: read.length, unread: read.filter((isRead) => !isRead).length };
}
