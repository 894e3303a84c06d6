// Answers requests that Node's parser rejects, in the API's envelope.
import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorCode, errorTable } from "~/ground/errors";
import { strictPolicy } from "./default-policy.server";
import { refused } from "./envelope.server";

const answers: Record<string, readonly [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ["head_too_large", "The request’s headers are too large. The limit is 16 KiB."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["too_large", "The request is too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["too_slow", "The request didn’t arrive in time."],
};
const anyOther = ["malformed_request", "The request is not valid HTTP."] as const;

export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // A partly sent response must not be followed by another.
  const { _httpMessage: inFlight } = socket as { _httpMessage?: ServerResponse | null };
  if (socket.writable && !inFlight?.headersSent) {
    const [code, sentence] = answers[error.code ?? ""] ?? anyOther;
    const { status } = errorTable[code];
    const body = JSON.stringify(refused(code, sentence));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Connection: close",
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      `Content-Security-Policy: ${strictPolicy}`,
      `X-Request-Id: ${randomUUID()}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}
