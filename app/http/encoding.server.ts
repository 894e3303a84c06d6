// In which form a body may travel.
import type { IncomingMessage } from "node:http";

/** The smallest form first; what is refused by "q=0" is not taken. */
const forms = (["br", "gzip"] as const).map((encoding) => ({
  encoding,
  isTaken: new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0+)?\\s*(?:,|$))`, "i"),
}));

export type Encoding = (typeof forms)[number]["encoding"];

/** The smallest form that the client takes and `exists`; none where it takes neither. */
export function accepted(request: IncomingMessage, exists: (encoding: Encoding) => boolean = () => true) {
  const header = String(request.headers["accept-encoding"] ?? "");
  return forms.find(({ encoding, isTaken }) => isTaken.test(header) && exists(encoding))?.encoding;
}
