// Creates random tokens and the hashes they are stored under.
import { hash, randomBytes } from "node:crypto";

/** 256 random bits as 43 URL-safe characters. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** SHA-256 is enough for a random token; passwords use argon2 (features/users). */
export const hashToken = (token: string): string => hash("sha256", token);
