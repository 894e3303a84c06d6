// Keeps a form's fields in this browser: the form, and the stores that the browser has.
import { drafts } from "./browser-drafts.client";
import { keepForm } from "./keep-form";

type Options = Omit<Parameters<typeof keepForm>[0], "store">;

export const keepInBrowser = (options: Options) => keepForm({ ...options, store: drafts });
