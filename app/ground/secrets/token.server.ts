// Random tokens and the hashes under which they are kept: whoever reads the database can use none of them.
import { hash, randomBytes } from "node:crypto";

/** 256 random bits as 43 URL-safe characters. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** SHA-256 is enough for a token of full entropy; a password needs argon2 (features/users). */
export const hashToken = (token: string): string => hash("sha256", token);
