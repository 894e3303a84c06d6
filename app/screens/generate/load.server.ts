// What /generate loads: what was asked before, or what came of one question with the week beside it.
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
import { fetchInput } from "./fetch-input.server";
import { fetchResults } from "./fetch-results.server";
import { type GenerateData, toView } from "./to-view.server";

export async function loadGenerate(args: LoaderArgs): Promise<GenerateData> {
  const { app, viewer } = await readViewer(args);
  const { window, quietHours } = app.config;
  const fetched = asksForResults(viewer) ? await fetchResults(app, viewer, args) : await fetchInput(app, viewer, args);
  return toView({ ...viewer, ...fetched, drawing: { window, quietHours } });
}

/** The URL names a task or a batch, or is in test mode; elsewhere the question is asked. */
const asksForResults = ({ query }: Viewer): boolean =>
  query.has("job") || query.has("batch") || query.get("test") === "1";
