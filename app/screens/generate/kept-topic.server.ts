// Keeps a guest's topic in sealed cookies while they sign up and link an account.
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Config } from "~/ground/config.server";
import { minutes } from "~/ground/time/duration";
import { maxTopic } from "~/features/generation/schema.server";
import { partsIn } from "~/features/generation/thread/format";
import { seal, unseal } from "~/ground/secrets/vault.server";

export interface KeptTopic {
  topic: string;
  parts: number | null;
}

type Where = Pick<Config, "https" | "encryptionKeys">;

const lasts = minutes(30);

/** Browsers limit a cookie to 4 kB. The longest topic needs 6.6 kB sealed, so it takes two cookies. */
const pieceLength = 3_500;
const pieces = [0, 1] as const;
const owner = "kept topic";

const nameOf = (piece: number, { https }: Where): string => `${https ? "__Host-" : ""}linnet_topic_${piece}`;

/** Null, or a topic that is too long, clears the cookies. */
export function keepTopic(kept: KeptTopic | null, config: Where): string[] {
  const sealed = kept === null ? "" : pack(kept, config);
  const fits = sealed.length <= pieces.length * pieceLength ? sealed : "";
  return pieces.map((piece) => {
    const part = fits.slice(piece * pieceLength, (piece + 1) * pieceLength);
    const age = part === "" ? 0 : lasts / 1000;
    const secure = config.https ? "; Secure" : "";
    return `${nameOf(piece, config)}=${part}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  });
}

function pack({ topic, parts }: KeptTopic, config: Where): string {
  const kept = `${parts ?? ""}\n${[...topic].slice(0, maxTopic).join("")}`;
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  return seal(config.encryptionKeys, owner, brotliCompressSync(kept, { params }).toString("base64url"));
}

function unpack(kept: string): KeptTopic {
  const end = kept.indexOf("\n");
  return { topic: kept.slice(end + 1), parts: partsIn(kept.slice(0, Math.max(end, 0))) };
}

const nothing: KeptTopic = { topic: "", parts: null };

export function keptTopic(request: Request, config: Where): KeptTopic {
  const header = request.headers.get("cookie") ?? "";
  const parts = pieces.map((piece) => partOf(header, nameOf(piece, config)));
  if (parts[0] === "") return nothing;
  try {
    const packed = Buffer.from(unseal(config.encryptionKeys, owner, parts.join("")), "base64url");
    return unpack(brotliDecompressSync(packed, { maxOutputLength: 4 * maxTopic + 3 }).toString());
  } catch {
    // The key is gone, or the cookies are from two topics.
    return nothing;
  }
}

function partOf(header: string, name: string): string {
  const found = header.split(/; */).find((text) => text.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? "";
}
