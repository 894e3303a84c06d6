// What of an editor outlives the place that it stands in.
import type { ActionResult } from "~/screens/forms/form-action.server";

export interface Draft {
  text?: string;
  failed?: ActionResult;
}
