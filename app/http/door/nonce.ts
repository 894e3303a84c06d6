// The nonce of this very response, for the scripts that Remix writes into the page.
import { createContext, useContext } from "react";

export const NonceContext = createContext<string | undefined>(undefined);

/** Undefined in the browser, which hides the attribute once it has read it. */
export const useNonce = (): string | undefined => useContext(NonceContext);
