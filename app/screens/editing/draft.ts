// An editor's draft, kept when the editor moves to another place on the page.
import type { ActionResult } from "~/screens/forms/form-action.server";

export interface Draft {
  text?: string;
  failed?: ActionResult;
}
