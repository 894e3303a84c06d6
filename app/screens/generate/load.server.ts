// Loads /generate: the input view, or the results of a task or batch.
import { chooseAccount } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
import { withWeekChoice } from "~/screens/timeline/choice.server";
import { fetchInput } from "./fetch-input.server";
import { fetchResults } from "./fetch-results.server";
import { type GenerateData, toView } from "./to-view.server";

export async function loadGenerate(args: LoaderArgs): Promise<GenerateData> {
  const { app, viewer } = await readViewer(args);
  const { window, quietHours } = hoursOf(app.config, chooseAccount(viewer.accounts)?.hours);
  const fetched = asksForResults(viewer) ? await fetchResults(app, viewer, args) : await fetchInput(app, viewer, args);
  return toView({ ...viewer, ...fetched, drawing: { window, quietHours } });
}

/** In this file, because a server file imported by two routes adds an empty script to both. */
export const generateLoader = async (args: LoaderArgs) => withWeekChoice(args.request, await loadGenerate(args));

const asksForResults = ({ query }: Viewer): boolean =>
  query.has("job") || query.has("batch") || query.get("test") === "1";
