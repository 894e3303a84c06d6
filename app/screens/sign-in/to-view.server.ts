// Builds the views of the sign-in pages. Pure.

export interface WaitingView {
  email: string;
  hasApp: boolean;
  hasPasskey: boolean;
}

export interface SecondStepData {
  waiting: WaitingView | null;
  /** Where to sign in instead, if this browser has no cookie for this address. */
  otherAddress: string | null;
}

/** The page gets no ids. Passkeys need an address that allows them. */
export const toView = (
  waiting: WaitingView | null,
  siteHasPasskeys: boolean,
  otherAddress: string | null,
): SecondStepData => ({
  otherAddress,
  waiting: waiting && {
    email: waiting.email,
    hasApp: waiting.hasApp,
    hasPasskey: waiting.hasPasskey && siteHasPasskeys,
  },
});

export interface ProviderView {
  label: string | null;
  error: string;
}

export const toProviderView = (label: string | null, error: string): ProviderView => ({ label, error });
