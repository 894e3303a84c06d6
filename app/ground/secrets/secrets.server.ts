// The server's own secrets: given by the environment, or made at the first start and kept in DATA_DIR/secrets.json.
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

/**
 * Fills what the environment didn't give from the file, which is made (0600) where it isn't there. Its encryption key
 * stays good as the oldest beside given ones: what was sealed before the first of them was set must still open.
 */
export function chooseSecrets(dataDir: string, given: Secrets): Secrets {
  const file = join(dataDir, "secrets.json");
  const isAllGiven = given.sessionSecrets.length > 0 && given.encryptionKeys.length > 0;
  const kept = readSecrets(file) ?? (isAllGiven ? null : makeSecrets(dataDir, file));
  if (!kept) return given;
  return {
    sessionSecrets: given.sessionSecrets.length > 0 ? given.sessionSecrets : [kept.session],
    encryptionKeys: [...new Set([...given.encryptionKeys, kept.encryption])],
  };
}

/** As few as a key of AES-128 has: the least that nobody gets through. */
const leastBits = 128;
const alphabets = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/] as const;
const letters = [26, 26, 10, 33] as const;

/**
 * Whether it can be found by trying: it has fewer bits than `leastBits` even if each of its letters was drawn at random.
 * `openssl rand -hex 16` makes the shortest that can't. Of a sentence nobody can say whether it was drawn.
 */
export function isGuessable(secret: string): boolean {
  const size = /^[\da-f]*$/i.test(secret)
    ? 16
    : alphabets.reduce((sum, alphabet, at) => sum + (alphabet.test(secret) ? (letters[at] ?? 0) : 0), 0);
  return secret.length * Math.log2(size) < leastBits || new Set(secret).size < 8;
}

/** The names of the settings whose newest part, which signs or encrypts, can be found by trying. */
export const guessableOf = ({ sessionSecrets, encryptionKeys }: Secrets): string[] =>
  Object.entries({ SESSION_SECRET: sessionSecrets, ENCRYPTION_KEY: encryptionKeys })
    .filter(([, [newest]]) => newest !== undefined && isGuessable(newest))
    .map(([name]) => name);

/** What to do about one of them; `former`: what it has sealed or signed is still to be read. */
export const strongerSecret = (name: string, former: boolean): string =>
  `${name} can be found by trying: it is too short, or of too few letters. ` +
  (former
    ? `Put a new one (openssl rand -base64 32) in front of it, with a comma between, and start Linnet again.`
    : `Leave it out, and Linnet makes one, or take what openssl rand -base64 32 makes.`);

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

/** Null for what isn't JSON: the parser's own words would show a piece of the secret. */
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
