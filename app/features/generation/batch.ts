// Reviews the writer's tweets: which can be shown, and what is wrong with the others. Pure.

import { asTyped } from "~/features/tweets/tweet";
import { generationMessages } from "~/ground/messages";
import { seconds } from "~/ground/time/duration";
import { formFault } from "~/ports/ai/answer/form-fault";
import type { Writer } from "~/ports/ai/port";

/** Longest time of a task, from request to end, ms (contract, task-status). A slow model may take longer. */
export const lastsOf = ({ limitMs }: Pick<Writer, "limitMs">): number => Math.max(seconds(80), limitMs + seconds(20));

export const batchSize = 5;
export { minTweets } from "~/ports/ai/port";
/** Time that a task keeps back to store its result. */
export const reserve = seconds(4);

export const taskMessages = {
  failed: generationMessages.failed,
  timeout: generationMessages.timeout,
  notRefined: "The AI returned no usable rewrite. Try again, or ask for something else.",
  notAThread: "The AI returned a thread with parts that can’t be posted. Try again, or add detail to the topic.",
  tooFew: "The AI returned too few usable tweets. Try again, or add detail to the topic.",
} as const;

export interface Rules {
  topic: string;
  faultOf: (text: string) => string | null;
  fingerprint: (text: string) => string;
  mentionsIn: (text: string) => string[];
  hostsIn: (text: string) => string[];
  cashtagsIn: (text: string) => string[];
  duplicates: ReadonlySet<string>;
}

export const repeats = "It says the same as another post of this author.";

export interface Faulty {
  text: string;
  fault: string;
}

/** A repetition of `good` or of `rules.duplicates` is faulty too. Keeps the writer's order. */
export function review(texts: readonly string[], rules: Rules, good: readonly string[] = []) {
  const seen = new Set([...rules.duplicates, ...good.map(rules.fingerprint)]);
  const named = new Set(rules.mentionsIn(rules.topic).map(fold));
  const hosts = rules.hostsIn(rules.topic);
  const result: { good: string[]; faulty: Faulty[] } = { good: [], faulty: [] };
  for (const raw of texts) {
    const text = asTyped(raw).normalize("NFC").trim();
    const fault =
      rules.faultOf(text) ??
      formFault(text, rules.topic) ??
      ownFault(text, rules, named, seen) ??
      linkFault(rules.hostsIn(text), hosts);
    if (fault === null) {
      seen.add(rules.fingerprint(text));
      result.good.push(text);
    } else if (text !== "") result.faulty.push({ text, fault });
  }
  return result;
}

function ownFault(text: string, rules: Rules, named: Set<string>, seen: Set<string>): string | null {
  const strangers = rules.mentionsIn(text).filter((name) => !named.has(fold(name)));
  if (strangers.length > 0) return `It mentions @${strangers.join(", @")}, which the topic does not name.`;
  if (new Set(rules.cashtagsIn(text).map(fold)).size > 1) return "It has more than one $cashtag, and X takes one.";
  return seen.has(rules.fingerprint(text)) ? repeats : null;
}

/** A prompt injection could make the writer link anywhere. Subdomains of a host in the topic are allowed. */
function linkFault(hosts: readonly string[], named: readonly string[]): string | null {
  const isNamed = (host: string) => named.some((name) => host === name || host.endsWith(`.${name}`));
  const strangers = hosts.filter((host) => !isNamed(host));
  return strangers.length > 0 ? `It links to ${strangers.join(", ")}, which the topic does not name.` : null;
}

const fold = (name: string): string => name.toLowerCase();
