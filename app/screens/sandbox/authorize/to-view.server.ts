// What stands on the sandbox's consent page, made of the request that was found. Pure.
import type { SandboxConsent } from "~/ports/network/sandbox-link.server";

export interface Fetched {
  token: string;
  found: Awaited<ReturnType<SandboxConsent["findRequest"]>>;
}

export interface AuthorizeData {
  token: string;
  /** Null: it was used, or it is too old. */
  linkRequest: {
    /** Those that the sandbox knows, the newest first. */
    handles: string[];
    /** What the field begins with. */
    handle: string | undefined;
  } | null;
}

/** A link that forces a login begins with an empty field: X asks anew who one is. */
export const toView = ({ token, found }: Fetched): AuthorizeData => ({
  token,
  linkRequest: found && { handles: found.handles, handle: found.forceLogin ? "" : found.handles[0] },
});
