// Answers overload with 503 directly; Express and Remix would take 2 to 3 ms.
import type { IncomingMessage, ServerResponse } from "node:http";
import { refused } from "./envelope.server";

const sentence = "The server is busy. Try again in a moment.";
const envelope = JSON.stringify(refused("overloaded", sentence));

const inFull = (type: string, body: string): string =>
  [
    "HTTP/1.1 503 Service Unavailable",
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Retry-After: 2",
    "Connection: close",
    `\r\n${body}`,
  ].join("\r\n");

const toProgram = inFull("application/json", envelope);
const toPerson = inFull("text/plain", sentence);

export const tooBusyInFull = (words: Buffer): string =>
  /^[A-Z]+ \/api\//i.test(words.toString("latin1", 0, 16)) ? toProgram : toPerson;

export function answerTooBusy({ url = "", headers }: IncomingMessage, response: ServerResponse): void {
  const isForPerson = headers.accept?.includes("text/html") === true && !/^\/api\//i.test(url);
  const body = isForPerson ? sentence : envelope;
  response.writeHead(503, {
    "Content-Type": `${isForPerson ? "text/plain" : "application/json"}; charset=utf-8`,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "Retry-After": "2",
  });
  response.end(body);
}
