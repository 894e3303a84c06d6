// What stands on the page of the second step. Pure.

export interface SecondStepData {
  /** Null where no sign-in waits in this browser. */
  email: string | null;
}

export const toView = ({ email }: SecondStepData): SecondStepData => ({ email });
