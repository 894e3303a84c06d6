// Takes secrets from the environment, or generates them once into DATA_DIR/secrets.json.
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Secrets {
  sessionSecrets: string[];
  encryptionKeys: string[];
}

interface SecretsFile {
  session: string;
  encryption: string;
}

/** The key of the file stays last in the list: data may have been sealed with it before ENCRYPTION_KEY was set. */
export function chooseSecrets(dataDir: string, secrets: Secrets): Secrets {
  const file = join(dataDir, "secrets.json");
  const isAllGiven = secrets.sessionSecrets.length > 0 && secrets.encryptionKeys.length > 0;
  const kept = readSecrets(file) ?? (isAllGiven ? null : makeSecrets(dataDir, file));
  if (!kept) return secrets;
  return {
    sessionSecrets: secrets.sessionSecrets.length > 0 ? secrets.sessionSecrets : [kept.session],
    encryptionKeys: [...new Set([...secrets.encryptionKeys, kept.encryption])],
  };
}

const leastBits = 128;
const alphabets = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/] as const;
const letters = [26, 26, 10, 33] as const;

/** Fewer bits than AES-128 even if each character was random. `openssl rand -hex 16` just passes. */
export function isGuessable(secret: string): boolean {
  const size = /^[\da-f]*$/i.test(secret)
    ? 16
    : alphabets.reduce((sum, alphabet, at) => sum + (alphabet.test(secret) ? (letters[at] ?? 0) : 0), 0);
  return secret.length * Math.log2(size) < leastBits || new Set(secret).size < 8;
}

export const guessableOf = ({ sessionSecrets, encryptionKeys }: Secrets): string[] =>
  Object.entries({ SESSION_SECRET: sessionSecrets, ENCRYPTION_KEY: encryptionKeys })
    .filter(([, [newest]]) => newest !== undefined && isGuessable(newest))
    .map(([name]) => name);

export const strongerSecret = (name: string, former: boolean): string =>
  `${name} can be guessed: it is too short, or has too few different characters. ` +
  (former
    ? `Put a new secret (openssl rand -base64 32) before it, separated by a comma, and restart Linnet.`
    : `Leave it out, and Linnet will create one, or use the output of openssl rand -base64 32.`);

function readSecrets(file: string): SecretsFile | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  // A damaged file is never replaced: new keys would make every stored token unreadable.
  const kept = parseSecrets(text);
  if (!kept?.session || !kept.encryption)
    throw new Error(`${file} is damaged: it must hold "session" and "encryption"`);
  return { session: kept.session, encryption: kept.encryption };
}

/** Null for invalid JSON: the parser's message would show part of the secret. */
function parseSecrets(text: string): Partial<SecretsFile> | null {
  try {
    return JSON.parse(text) as Partial<SecretsFile> | null;
  } catch {
    return null;
  }
}

function makeSecrets(dataDir: string, file: string): SecretsFile {
  const made: SecretsFile = {
    session: randomBytes(32).toString("base64url"),
    encryption: randomBytes(32).toString("base64url"),
  };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return made;
}
