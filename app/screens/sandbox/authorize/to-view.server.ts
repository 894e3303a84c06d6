// Builds the view of the sandbox's consent page. Pure.
import type { SandboxConsent } from "~/ports/network/sandbox-link.server";

export interface Fetched {
  token: string;
  found: Awaited<ReturnType<SandboxConsent["findRequest"]>>;
  handles: string[];
}

export interface AuthorizeData {
  token: string;
  linkRequest: {
    handles: string[];
    handle: string | undefined;
  } | null;
}

/** With forceLogin the field starts empty, as X asks who the user is. */
export const toView = ({ token, found, handles }: Fetched): AuthorizeData => ({
  token,
  linkRequest: found && { handles, handle: found.forceLogin ? "" : handles[0] },
});
