// A real HTTP receiver on loopback: it keeps what it is sent, and answers as it is told to.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { stopListening } from "./stop-listening";

export interface Receiver {
  url: string;
  /** The bodies so far, oldest first. */
  received: Record<string, unknown>[];
  headers: IncomingMessage["headers"][];
  /** How it answers from now on. */
  answer: (response: ServerResponse) => void;
  /** Resolves once so many have come. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

export const ok = (response: ServerResponse): void => void response.writeHead(204).end();
export const answers =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end();

export async function openReceiver(path = "/alerts"): Promise<Receiver> {
  const waiting: { count: number; tell(): void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      receiver.received.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
      receiver.headers.push(request.headers);
      receiver.answer(response);
      for (const one of waiting) if (receiver.received.length >= one.count) one.tell();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    received: [],
    headers: [],
    answer: ok,
    until: (count) =>
      receiver.received.length >= count
        ? Promise.resolve()
        : new Promise((tell) => void waiting.push({ count, tell: () => tell() })),
    close: () => stopListening(server),
  };
  return receiver;
}
