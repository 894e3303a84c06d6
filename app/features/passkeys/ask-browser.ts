// Asks the browser for a passkey or for a new one. Loaded only when needed.
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";

export type Purpose = "alone" | "step" | "prove" | "add";

interface Options {
  success: boolean;
  error?: string;
  options: PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;
  /** APP_ORIGIN. Browsers refuse passkeys on other origins. */
  origin: string;
}

/** Returns the browser's response as JSON for the server. Throws an Error with a sentence for the user. */
export async function askBrowser(purpose: Purpose): Promise<string> {
  if (!window.PublicKeyCredential) throw new Error("This browser doesn’t support passkeys here.");
  const { options: optionsJSON, origin } = await fetchOptions(purpose);
  if (location.origin !== origin) throw new Error(`Passkeys only work at ${origin}. Open Linnet there.`);
  try {
    const ask = purpose === "add" ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON });
    return JSON.stringify(await ask);
  } catch (error) {
    throw new Error(wordsOf(error), { cause: error });
  }
}

async function fetchOptions(purpose: Purpose): Promise<Options> {
  const body = new URLSearchParams({ for: purpose });
  const answer = await fetch("/session/passkey", { method: "POST", body }).catch(() => null);
  const read = (await answer?.json().catch(() => null)) as Options | null | undefined;
  if (!read?.success) throw new Error(read?.error ?? "Couldn’t reach the server. Try again.");
  return read;
}

function wordsOf(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device already has one of your passkeys.";
  if (name === "NotAllowedError" || name === "AbortError")
    return "No passkey received. The request was canceled or timed out, or the passkey isn’t on this device.";
  return "This device didn’t offer a passkey. Try another device, or sign in another way.";
}
