// Describes the state of the model at AI_BASE_URL. Pure.
import type { CompatibleSettings } from "~/ground/config-ai";
import { isLoopback } from "~/ground/config-values";
import type { ServerCheck } from "~/ports/ai/compatible/check.server";
import type { ServerSeen } from "~/ports/ai/compatible/seen.server";
import type { ServerTry } from "~/ports/ai/compatible/try.server";
import { finding, type Finding, type Words } from "./finding";

export interface ModelChecked {
  settings: CompatibleSettings;
  check: ServerCheck;
  /** null: no answer since the process started. */
  seen: ServerSeen | null;
  isInContainer: boolean;
}

export function aboutModel(checked: ModelChecked | null): Finding[] {
  if (checked === null) return [];
  const { settings, seen } = checked;
  return [
    finding("model-address", "Model: address", addressWords(checked)),
    finding("model-name", "Model: name", nameWords(checked)),
    finding("model-answers", "Model: answers", answersWords(seen)),
    finding("model-cost", "Model: cost", costWords(settings)),
  ];
}

const containersOwn =
  "Inside a container, localhost is the container itself. Use http://host.docker.internal:11434/v1.";
const addressFaults: readonly string[] = ["unreachable", "timeout", "failed"];

function addressWords({ settings, check: { fault, hint }, isInContainer }: ModelChecked): Words {
  const { place } = settings;
  if (fault === null || !addressFaults.includes(fault.reason)) return { state: "good", message: `${place} responds.` };
  const host = new URL(settings.baseUrl).hostname;
  if (fault.reason === "unreachable" && isInContainer && isLoopback(host))
    return { state: "bad", message: containersOwn };
  if (hint !== null) return { state: "bad", message: hint };
  if (fault.reason === "failed") return { state: "bad", message: `${place} responds with an error.` };
  const todo =
    "Check AI_BASE_URL and the network (firewall, DNS). Make sure that the server is running and listening on this address.";
  const message = fault.reason === "timeout" ? `${place} took too long to respond.` : `Couldn’t reach ${place}.`;
  return { state: "bad", message, todo };
}

const maxNames = 8;
const maxNameLength = 80;

function nameWords({ settings: { model, place }, check }: ModelChecked): Words {
  const { fault, models, hasModel, isPublicList } = check;
  if (fault?.reason === "key")
    return {
      state: "bad",
      message: `${place} didn’t accept the API key.`,
      todo: "Set a valid key in AI_API_KEY and restart Linnet.",
    };
  if (fault !== null && !addressFaults.includes(fault.reason)) return { state: "bad", message: fault.message };
  if (fault !== null) return { state: "off", message: `Linnet can check “${model}” once ${place} responds.` };
  if (models === null)
    return { state: "off", message: `${place} has no list of models, so Linnet can’t check “${model}”.` };
  const proof = isPublicList ? " This list is public, so it doesn’t show that the key works." : "";
  if (hasModel) return { state: "good", message: `${place} has “${model}”.${proof}` };
  const names = models.slice(0, maxNames).map((name) => name.slice(0, maxNameLength));
  const others =
    names.length === 0 ? "It has no models." : `It has: ${names.join(", ")}${models.length > maxNames ? ", …" : ""}.`;
  return {
    state: "bad",
    message: `“${model}” isn’t available. ${others}${proof}`,
    todo: "Set AI_MODEL to an available model, and restart Linnet.",
  };
}

const formatWords: Record<NonNullable<ServerSeen["format"]>, string> = {
  schema: "The server accepts a JSON schema.",
  object: "The server accepts JSON, but not a schema.",
  text: "The server accepts neither JSON nor a schema, so Linnet finds the tweets in its text.",
};

function answersWords(seen: ServerSeen | null): Words {
  if (seen === null)
    return {
      state: "off",
      message: "This process hasn’t received an answer yet.",
      todo: "To ask for two tweets, run npm run doctor -- --ask. This may cost money.",
    };
  const truncated = seen.isPromptTruncated ? "The model read only part of a prompt." : null;
  const message = [seen.format && formatWords[seen.format], truncated, readWords(seen)].filter(Boolean).join(" ");
  if (truncated !== null) return { state: "check", message, todo: largerContext };
  return seen.unread * 5 > seen.lastAnswers
    ? { state: "check", message, todo: largerModel }
    : { state: "good", message };
}

const largerContext =
  "Give the model a larger context (for Ollama: OLLAMA_CONTEXT_LENGTH=8192), or set AI_CONTEXT to the size it can read.";
const largerModel = "A larger model usually answers in the right form.";

function readWords({ lastAnswers, unread }: ServerSeen): string | null {
  if (lastAnswers === 0) return null;
  const last = lastAnswers === 1 ? "the last answer" : `the last ${lastAnswers} answers`;
  if (unread === 0) return `Linnet could read ${last}.`;
  return `Linnet couldn’t read ${unread} of ${last} (${Math.ceil((unread / lastAnswers) * 100)}%).`;
}

const dollars = (perMillion: number): string => `$${perMillion / 1e6}`;

function costWords({ price, isHome, apiKey, baseUrl }: CompatibleSettings): Words {
  if (price !== null)
    return {
      state: "good",
      message: `AI_PRICE is ${dollars(price.input)} per million tokens in and ${dollars(price.output)} out.`,
    };
  if (isHome && apiKey === null)
    return { state: "good", message: "The model is on your own network, so there’s no API cost." };
  if (new URL(baseUrl).hostname.endsWith("openrouter.ai"))
    return { state: "good", message: "OpenRouter reports the cost of each response." };
  return {
    state: "off",
    message: "Linnet only knows the cost if the server reports it.",
    todo: "Set AI_PRICE to the price of the model, such as 0.15/0.60 (US dollars per million tokens in/out).",
  };
}

export function tryWords({ fault, tweets, seconds, tokens, costMicros }: ServerTry): Finding {
  const title = "Model: two tweets";
  if (fault !== null) return finding("model-tried", title, { state: "bad", message: fault.message });
  const spent =
    tokens === null ? "The server reported no token count." : `${tokens.input} tokens in, ${tokens.output} out.`;
  const cost = costMicros === null ? "Cost unknown." : costMicros === 0 ? "No API cost." : `$${costMicros / 1e6}.`;
  return finding("model-tried", title, {
    state: tweets >= 2 ? "good" : "bad",
    message: `Linnet read ${tweets} of 2 tweets after ${seconds} s. ${spent} ${cost}`,
    todo: tweets >= 2 ? null : largerModel,
  });
}
