// Names a writer, and says what its work took, for screens. Pure.
import type { PassedOn, SpentTokens, Writer, WriterKind } from "./port";

export const demoWriter = "the demo writer";
const gemini = "Gemini";

export type Named = Pick<Writer, "kind" | "name">;

export const nameOf = ({ kind, name }: Named): string =>
  kind === "demo" ? demoWriter : kind === "gemini" ? gemini : name;

const orElse = ", or else ";

/** "Gemini", "llama3.1:8b on this network", "mistral-small at api.mistral.ai", "Gemini, or else llama3.1:8b on this network" */
export const nameWithPlace = ({ second, ...first }: Placed & Pick<Writer, "second">): string =>
  [first, ...(second ? [second] : [])].map(placed).join(orElse);

type Placed = Named & Pick<Writer, "place" | "isHome">;

function placed(writer: Placed): string {
  if (writer.kind !== "compatible") return nameOf(writer);
  return writer.isHome ? `${writer.name} on this network` : `${writer.name} at ${writer.place}`;
}

/** Says whether the service may use the texts it gets. `writer` is a name of the above. Null if Linnet doesn't know. */
export function usedBy(writer: string): string | null {
  if (writer === demoWriter) return "The demo writer ignores this.";
  return writer.split(orElse).includes(gemini) ? "On Gemini’s free tier, Google may use them." : null;
}

/** The first writer's name isn't kept. Only two writers can take over from each other, and one is Gemini. */
const ofGemini: Record<PassedOn, string> = {
  busy: "Gemini was busy",
  quota: "Gemini’s quota for today is used up",
  unreachable: "Gemini couldn’t be reached",
  region: "Gemini isn’t available in this server’s region",
  key: "Gemini didn’t accept the API key",
  model: "Gemini doesn’t have the model",
  timeout: "Gemini took too long",
};

const ofCompatible: Record<PassedOn, string> = {
  busy: "the usual model was busy",
  quota: "the usual model’s limit or credit is used up",
  unreachable: "the usual model couldn’t be reached",
  region: "the usual model isn’t available in this server’s region",
  key: "the usual model’s server didn’t accept the API key",
  model: "the usual model isn’t available",
  timeout: "the usual model took too long",
};

/** "Written by llama3.1:8b, because Gemini’s quota for today is used up." */
export const substituteText = (writer: Named, insteadOf: PassedOn): string =>
  `Written by ${nameOf(writer)}, because ${(writer.kind === "gemini" ? ofCompatible : ofGemini)[insteadOf]}.`;

export interface Work extends SpentTokens {
  writer: { kind: WriterKind; model: string; place: string | null };
  /** Null if it wasn't recorded. */
  tookMs: number | null;
}

/** "Written by Gemini · 1,240 tokens in, 380 out · about $0.0005 · 6 s". Null for the demo writer. */
export function workText({ writer, tookMs, ...spent }: Work): string | null {
  if (writer.kind === "demo") return null;
  const parts = [`Written by ${nameOf({ kind: writer.kind, name: writer.model })}`, tokensText(spent), costText(spent)];
  if (tookMs !== null) parts.push(`${Math.max(1, Math.round(tookMs / 1000))} s`);
  return parts.filter((part) => part !== null).join(" · ");
}

function tokensText({ inputTokens, outputTokens, unmetered }: SpentTokens): string | null {
  if (inputTokens + outputTokens === 0) return null;
  const [input, output] = [inputTokens, outputTokens].map((count) => count.toLocaleString("en-US"));
  return `${unmetered > 0 ? "at least " : ""}${input} tokens in, ${output} out`;
}

const costText = ({ costMicros }: SpentTokens): string =>
  costMicros === null ? "cost unknown" : costMicros === 0 ? "no API cost" : `about ${roundedUp(costMicros)}`;

/** "about $1.234", "at least $1.234" if any cost is unknown, "cost unknown" if all are. */
export function sumText({
  tasks,
  costMicros,
  unknown,
}: {
  tasks: number;
  costMicros: number;
  unknown: number;
}): string {
  if (unknown === tasks) return "cost unknown";
  if (unknown > 0) return `at least ${costMicros === 0 ? "$0" : roundedUp(costMicros)}`;
  return costMicros === 0 ? "no API cost" : `about ${roundedUp(costMicros)}`;
}

/** Up to $0.01 to the hundredth of a cent, then to the tenth of one. */
function roundedUp(micros: number): string {
  if (micros <= 10_000) return `$${(Math.ceil(micros / 100) / 10_000).toFixed(4)}`;
  return `$${(Math.ceil(micros / 1_000) / 1_000).toFixed(3)}`;
}
