// Describes the state of X and Gemini. Pure.
import type { Retirement } from "~/ports/ai/gemini/models";
import { notStored, type WriterFailure } from "~/ports/ai/port";
import type { LinkFailure } from "~/ports/network/port";
import { finding, type Finding, modelWords } from "./finding";

const portal = "X’s developer portal, in the app’s user authentication settings";

/** `x`: null in the sandbox. `levels`: the permissions X reported, now and when accounts were linked. */
export function aboutX(
  x: { reason: LinkFailure | null; detail: string } | null,
  callbackUrl: string,
  levels: readonly string[],
): Finding[] {
  return [aboutKeys(x), aboutCallback(x, callbackUrl), aboutPermission(x !== null, levels)];
}

const otherTodos: Partial<Record<LinkFailure, string>> = {
  credits: "Add credits in X’s developer portal, or wait until the month ends.",
  limited: "Wait, then check again. X counts requests per 15 minutes.",
  project: "Add the app to a project with access in X’s developer portal.",
  clock: "Correct this server’s clock, ideally with NTP.",
};

function aboutKeys(x: { reason: LinkFailure | null; detail: string } | null): Finding {
  const title = "X: key and secret";
  if (x === null)
    return finding("x-keys", title, {
      state: "off",
      message: "X_API_KEY and X_API_SECRET are not set. Linnet posts to the sandbox.",
      todo: "To post to X, create an app in X’s developer portal, set both, and restart Linnet.",
    });
  if (x.reason === null || x.reason === "not_permitted")
    return finding("x-keys", title, { state: "good", message: "X accepts the app’s key and secret." });
  if (x.reason === "unreachable")
    return finding("x-keys", title, {
      state: "bad",
      message: `${x.detail}.`,
      todo: "Check this server’s connection to api.x.com (network, firewall, DNS). If the connection works, X is down. Wait, then check again.",
    });
  const todo = otherTodos[x.reason];
  if (todo !== undefined) return finding("x-keys", title, { state: "bad", message: `${x.detail}.`, todo });
  return finding("x-keys", title, {
    state: "bad",
    message: `${x.detail}.`,
    todo: "Copy the consumer key and secret (not the bearer or access token) from the portal into X_API_KEY and X_API_SECRET.",
  });
}

function aboutCallback(x: { reason: LinkFailure | null } | null, callbackUrl: string): Finding {
  const title = "X: callback URL";
  const copy = callbackUrl;
  if (x?.reason === null)
    return finding("x-callback", title, { state: "good", message: "X accepts this callback URL.", copy });
  if (x?.reason === "not_permitted")
    return finding("x-callback", title, {
      state: "bad",
      message: "X doesn’t accept this callback URL. It isn’t in the app’s settings.",
      todo: `Add exactly this URL as a callback URI in ${portal}.`,
      copy,
    });
  return finding("x-callback", title, {
    state: "off",
    message: "Linnet can check this callback URL once X accepts the keys.",
    todo: `Add exactly this URL as a callback URI in ${portal}. It comes from APP_ORIGIN.`,
    copy,
  });
}

function aboutPermission(isLive: boolean, levels: readonly string[]): Finding {
  const title = "X: permission";
  if (levels.some((level) => !level.includes("write")))
    return finding("x-permission", title, {
      state: "bad",
      message: "The app can only read.",
      todo: `Set "Read and write" in ${portal}. Then reconnect each account, because accounts keep the old permission until you do.`,
    });
  if (levels.length > 0)
    return finding("x-permission", title, { state: "good", message: "X says that the app can read and write." });
  return finding("x-permission", title, {
    state: "off",
    message: "X reports the app’s permission when an account is connected.",
    todo: isLive ? `Make sure that it is "Read and write" in ${portal}.` : null,
  });
}

const keyIsGood: readonly WriterFailure[] = ["model", "quota", "busy", "region"];

export interface GeminiSeen {
  model: string;
  fault: { reason: WriterFailure; message: string } | null;
  retires: Retirement | null;
  /** When the service itself last announced the model's retirement, ms. */
  toldAt: number | null;
  ownPrompts: readonly string[];
}

/** `gemini`: null if the demo writer is in use. */
export function aboutGemini(gemini: GeminiSeen | null, now: number): Finding[] {
  const [keyTitle, modelTitle] = ["Gemini: key", "Gemini: model"];
  if (gemini === null)
    return [
      finding("gemini-key", keyTitle, {
        state: "off",
        message: "GEMINI_API_KEY is not set. Linnet uses the demo writer.",
        todo: `For real tweets, create a key in Google AI Studio, set it, and restart Linnet. ${notStored}`,
      }),
    ];
  const { fault, model, retires, toldAt, ownPrompts } = gemini;
  const prompts = ownPrompts.length > 0 ? ` Your own prompts are in use: ${ownPrompts.join(", ")}.` : "";
  const isKeyGood = fault === null || keyIsGood.includes(fault.reason);
  // Once Google reroutes the name to another model, its announcements concern that other model.
  const isRerouted = retires !== null && retires.becomes !== null && retires.at <= now;
  const end = isRerouted || toldAt === null ? retires : { at: toldAt, becomes: null };
  const words = modelWords(model, fault === null, end, now);
  return [
    isKeyGood
      ? finding("gemini-key", keyTitle, { state: "good", message: `Google accepts the key. ${notStored}` })
      : finding("gemini-key", keyTitle, { state: "bad", message: fault.message, todo: todoFor(fault.reason) }),
    fault !== null && isKeyGood
      ? finding("gemini-model", modelTitle, { state: "bad", message: fault.message })
      : finding("gemini-model", modelTitle, { ...words, message: words.message + prompts }),
  ];
}

const todoFor = (reason: WriterFailure): string | null =>
  reason === "unreachable" || reason === "timeout"
    ? "Check this server’s connection to generativelanguage.googleapis.com (network, firewall, DNS)."
    : null;
