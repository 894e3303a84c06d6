// A request written byte by byte onto a socket: what no well-behaved client would send.
import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  headers: string;
  body: string;
}

/** Sends the head's lines and the body as they are; reads until the server closes. */
export function sendRaw(port: number, lines: string[], body: string | Buffer = ""): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const pieces: Buffer[] = [];
    socket.on("data", (piece) => pieces.push(piece));
    socket.once("error", reject);
    socket.once("close", () => {
      const text = Buffer.concat(pieces).toString("utf8");
      const [head = "", ...rest] = text.split("\r\n\r\n");
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), headers: head, body: rest.join("\r\n\r\n") });
    });
    const length = body.length > 0 ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
    socket.write(Buffer.from([...lines, ...length, "Connection: close", "", ""].join("\r\n"), "latin1"));
    socket.write(body);
  });
}

/** A request of which no more will come. */
export interface Half {
  isClosed(): boolean;
  read(): string;
}

/** Sends what there is of it, and leaves the connection open until the server closes it. */
export function sendHalf(port: number, text: string): Half {
  const socket = connect(port, "127.0.0.1");
  let read = "";
  let closed = false;
  socket.on("data", (piece) => (read += piece.toString("latin1")));
  // Reset or ended: both are closed.
  socket.on("error", () => {});
  socket.once("close", () => (closed = true));
  socket.write(text, "latin1");
  return { isClosed: () => closed, read: () => Buffer.from(read, "latin1").toString("utf8") };
}
