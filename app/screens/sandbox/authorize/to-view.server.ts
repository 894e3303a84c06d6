// What stands on the sandbox's consent page, made of the request that was found. Pure.
import type { SandboxConsent } from "~/ports/network/sandbox-link.server";

export interface Fetched {
  token: string;
  found: Awaited<ReturnType<SandboxConsent["findRequest"]>>;
  /** Of who is signed in, the latest link first. */
  handles: string[];
}

export interface AuthorizeData {
  token: string;
  /** Null: it was used, or it is too old. */
  linkRequest: {
    /** The person's own, the latest link first. */
    handles: string[];
    /** What the field begins with. */
    handle: string | undefined;
  } | null;
}

/** A link that forces a login begins with an empty field: X asks anew who one is. */
export const toView = ({ token, found, handles }: Fetched): AuthorizeData => ({
  token,
  linkRequest: found && { handles, handle: found.forceLogin ? "" : handles[0] },
});
