// Reads an answer of chat completions, streamed or whole, up to 4 MB.
import { createParser } from "eventsource-parser";
import { isObject, type Json, parsed } from "./json";
import { errorOf, type ServerError } from "./server-error";

export const maxBytes = 4_000_000;

/** Everything that the pieces of an answer have said so far. */
export interface Pieces {
  text: string;
  refusal: string;
  /** In lower case; null as long as none was named. */
  finish: string | null;
  error: ServerError | null;
  usage: Json | null;
  citations: { title: string; url: string }[];
  /** At least one choice was read, or the stream's end. */
  isAnswer: boolean;
  /** A page for browsers came. */
  isPage: boolean;
  isTooLong: boolean;
  /** The server named the end. Null: pieces may still come. */
  isDone: boolean;
  /** Nothing but blanks came. */
  isBlank: boolean;
  /** The answer came as events. */
  isStream: boolean;
}

export interface Reader {
  pieces: Pieces;
  /** Returns false once nothing more is to be read. */
  feed(bytes: Uint8Array): boolean;
  end(): void;
}

/** `isStream`: by the content type. A body without one is recognized by its first signs. */
export function createReader(isStream: boolean): Reader {
  const pieces: Pieces = {
    text: "",
    refusal: "",
    finish: null,
    error: null,
    usage: null,
    citations: [],
    isAnswer: false,
    isPage: false,
    isTooLong: false,
    isDone: false,
    isBlank: true,
    isStream: false,
  };
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ data }) => readEvent(pieces, data),
    // llama.cpp's older builds have a field named "error".
    onError: ({ type, field, value }) => {
      if (type === "unknown-field" && field === "error") readError(pieces, errorOf({ error: parsed(value ?? "") }));
    },
  });
  let buffered = "";
  let count = 0;
  let isWhole = !isStream;
  pieces.isStream = isStream;

  const take = (text: string): void => {
    if (pieces.isBlank && text.trim() !== "") {
      pieces.isBlank = false;
      // Some servers send JSON under the content type of a stream.
      if (/^\s*[{[]/.test(text)) [isWhole, pieces.isStream] = [true, false];
    }
    if (isWhole) buffered += text;
    else parser.feed(text);
  };
  return {
    pieces,
    feed(bytes) {
      count += bytes.length;
      if (count > maxBytes) {
        pieces.isTooLong = true;
        return false;
      }
      take(decoder.decode(bytes, { stream: true }));
      return !pieces.isDone;
    },
    end() {
      if (pieces.isTooLong) return;
      take(decoder.decode());
      // The last event of some servers has no empty line behind it.
      if (!isWhole) return parser.feed("\n\n");
      if (/^\s*(?:data|event|id|retry)?:/.test(buffered)) {
        pieces.isStream = true;
        return parser.feed(`${buffered}\n\n`);
      }
      readWhole(pieces, buffered);
    },
  };
}

function readEvent(pieces: Pieces, data: string): void {
  if (pieces.isDone) return;
  if (data.trim() === "[DONE]") {
    pieces.isDone = true;
    pieces.isAnswer = true;
    return;
  }
  readChunk(pieces, parsed(data));
}

function readWhole(pieces: Pieces, body: string): void {
  if (pieces.isBlank) return;
  pieces.isPage = body.trimStart().startsWith("<");
  readChunk(pieces, parsed(body));
}

function readChunk(pieces: Pieces, chunk: unknown): void {
  readError(pieces, errorOf(chunk));
  if (!isObject(chunk)) return;
  const groq = isObject(chunk["x_groq"]) ? chunk["x_groq"] : {};
  for (const usage of [groq["usage"], chunk["usage"]]) if (isObject(usage)) pieces.usage = usage;
  if (!Array.isArray(chunk["choices"])) return;
  const choice: unknown = chunk["choices"][0];
  if (!isObject(choice)) return;
  pieces.isAnswer = true;
  const finish = choice["finish_reason"];
  if (typeof finish === "string" && finish !== "") pieces.finish = finish.toLowerCase();
  for (const message of [choice["delta"], choice["message"]]) if (isObject(message)) readMessage(pieces, message);
  // The form of completions without a chat, which some gateways keep.
  if (!choice["delta"] && !choice["message"] && typeof choice["text"] === "string") pieces.text += choice["text"];
}

function readError(pieces: Pieces, error: ServerError | null): void {
  pieces.error ??= error;
}

function readMessage(pieces: Pieces, message: Json): void {
  pieces.text += textOf(message["content"]);
  if (typeof message["refusal"] === "string") pieces.refusal += message["refusal"];
  if (!Array.isArray(message["annotations"])) return;
  for (const annotation of message["annotations"] as unknown[]) {
    const cited = isObject(annotation) ? annotation["url_citation"] : null;
    if (!isObject(cited) || typeof cited["url"] !== "string") continue;
    pieces.citations.push({ url: cited["url"], title: typeof cited["title"] === "string" ? cited["title"] : "" });
  }
}

/** A list holds parts; those of thinking are not the answer. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as unknown[])
    .map((part) => {
      if (typeof part === "string") return part;
      return isObject(part) && part["type"] === "text" && typeof part["text"] === "string" ? part["text"] : "";
    })
    .join("");
}
