// Links one handle in the sandbox, as its consent page would.
import type { Sandbox } from "~/ports/network/sandbox.server";

export async function finishLinkOf(sandbox: Sandbox, appOrigin: string, handle: string) {
  const started = await sandbox.beginLink({ callbackUrl: `${appOrigin}/api/twitter-auth/callback`, forceLogin: false });
  const back = new URL(await sandbox.grant(started.requestToken, handle));
  const verifier = back.searchParams.get("oauth_verifier") ?? "";
  return sandbox.finishLink({ requestToken: started.requestToken, requestSecret: started.requestSecret, verifier });
}
