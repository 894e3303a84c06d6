// A name server on loopback, as RFC 1035 has it: it knows some addresses, and may be silent about some names for good.
import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";

export interface NameServer {
  /** As a resolver takes it. */
  address: string;
  /** The names that were asked for, each once for each kind of address. */
  asked: string[];
  close(): Promise<void>;
}

interface Known {
  four?: string;
  six?: string;
}

const [typeA, typeAaaa] = [1, 28];
const headerLength = 12;
const noSuchName = 3;

/** `null`: it never answers for that name. */
export async function openNameServer(known: Record<string, Known | null>, otherwise: Known | null = {}) {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, from) => {
    const { name, type, end } = questionIn(query);
    asked.push(name);
    const about = name in known ? known[name] : otherwise;
    if (!about) return;
    const address = type === typeA ? about.four : type === typeAaaa ? about.six : undefined;
    const data = address === undefined ? null : type === typeA ? bytesOfFour(address) : bytesOfSix(address);
    const header = Buffer.from(query.subarray(0, headerLength));
    // An answer, recursion available.
    header.writeUInt16BE(0x8180 | (name in known ? 0 : noSuchName), 2);
    header.writeUInt16BE(data ? 1 : 0, 6);
    header.fill(0, 8, headerLength);
    const question = query.subarray(headerLength, end);
    socket.send(Buffer.concat([header, question, ...(data ? [record(type, data)] : [])]), from.port, from.address);
  });
  await new Promise<void>((done) => void socket.bind(0, "127.0.0.1", done));
  const { port } = socket.address() as AddressInfo;
  const server: NameServer = {
    address: `127.0.0.1:${port}`,
    asked,
    close: () => new Promise((done) => void socket.close(() => done())),
  };
  return server;
}

function questionIn(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The question's name, good for a minute. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

const bytesOfFour = (address: string) => Buffer.from(address.split(".").map(Number));
/** All eight groups are written out. */
const bytesOfSix = (address: string) =>
  Buffer.from(address.split(":").flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]));
