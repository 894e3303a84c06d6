// Writes an evaluation's report.md, and the blind pairs of two runs. Pure.
import { dollars } from "~/ground/dollars";
import { type EvaluationRun, type Summary, summaryOf } from "./run";

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const shareChange = (share: number): string => signed(100 * share, 1, " points");
const signed = (value: number, digits: number, unit = ""): string =>
  `${value > 0 ? "+" : ""}${value.toFixed(digits)}${unit}`;

interface Row {
  name: string;
  read(summary: Summary): number | null;
  show(value: number): string;
  differ(value: number): string;
}

const shares = (name: string, read: (summary: Summary) => number): Row => ({
  ...{ name, read, show: percent },
  differ: shareChange,
});
const means = (name: string, digits: number, read: (summary: Summary) => number): Row => ({
  ...{ name, read },
  show: (value) => value.toFixed(digits),
  differ: (value) => signed(value, digits),
});

const rows: readonly Row[] = [
  shares("Usable on the first request", ({ usable }) => usable),
  means("Requests per batch", 2, ({ questions }) => questions),
  shares("Unreadable answers", ({ unreadable }) => unreadable),
  means("Batches without tweets", 0, ({ failed }) => failed),
  shares("Tweets with a worn phrase (English)", ({ worn }) => worn),
  shares("Tweets with “it’s not this, it’s that” (English)", ({ formula }) => formula),
  shares("Tweets with a number that wasn’t given", ({ unfounded }) => unfounded),
  shares("Tweets that end with a question mark", ({ endsAsQuestion }) => endsAsQuestion),
  shares("Tweets with an exclamation mark", ({ exclaiming }) => exclaiming),
  means("Dashes per tweet", 2, ({ dashes }) => dashes),
  means("Hashtags per tweet", 2, ({ hashtags }) => hashtags),
  means("Emoji per tweet", 2, ({ emoji }) => emoji),
  means("Different forms per batch", 1, ({ kindsOfForm }) => kindsOfForm),
  means("Different openings per batch", 1, ({ openings }) => openings),
  means("Shortest tweet, characters", 0, ({ characters }) => characters.min),
  means("Median tweet, characters", 0, ({ characters }) => characters.median),
  means("Longest tweet, characters", 0, ({ characters }) => characters.max),
  means("Highest similarity in a batch (0 to 1)", 2, ({ likeness }) => likeness),
  means("Seconds per batch, median", 1, ({ p50Seconds }) => p50Seconds),
  means("Seconds per batch, 95th percentile", 1, ({ p95Seconds }) => p95Seconds),
  {
    name: "Cost per batch, US dollars",
    read: ({ costMicros }) => costMicros,
    show: (micros) => (micros / 1_000_000).toFixed(6),
    differ: (micros) => signed(micros / 1_000_000, 6),
  },
];

export function reportOf(run: EvaluationRun, against: EvaluationRun | null): string {
  const [now, before] = [summaryOf(run), against && summaryOf(against)];
  const table = rows.map((row) => {
    const [value, was] = [row.read(now), before && row.read(before)];
    const cells = [row.name, value === null ? "unknown" : row.show(value)];
    if (before)
      cells.push(
        was === null ? "unknown" : row.show(was),
        value === null || was === null ? "unknown" : row.differ(value - was),
      );
    return `| ${cells.join(" | ")} |`;
  });
  const heads = before ? ["", "This run", "Earlier run", "Difference"] : ["", "This run"];
  return [
    `# Evaluation of ${run.model}`,
    "",
    sentenceOf(run),
    ...(against ? [`Earlier run: ${sentenceOf(against)}`] : []),
    "",
    `| ${heads.join(" | ")} |`,
    `|${heads.map(() => "---").join("|")}|`,
    ...table,
    "",
    ...failuresOf(run),
  ].join("\n");
}

const sentenceOf = ({ writer, model, topics, runs, hasVoice, startedAt, batches }: EvaluationRun): string =>
  `${batches.length} batches by ${model} (${writer}), ${topics} topics, ${runs} ${runs === 1 ? "run" : "runs"} each, ${hasVoice ? "with a voice" : "without a voice"}, ${startedAt}.`;

function failuresOf({ batches }: EvaluationRun): string[] {
  const failed = batches.flatMap(({ topic, failure }) => (failure ? [{ topic, ...failure }] : []));
  if (failed.length === 0) return [];
  const lines = failed.map(
    ({ topic, reason, message }) => `- ${JSON.stringify(shorten(topic))}: ${reason}. ${message}`,
  );
  return ["## Batches without tweets", "", ...lines, ""];
}

const shorten = (text: string): string => ([...text].length > 60 ? `${[...text].slice(0, 59).join("")}…` : text);

/** Rounds up to a cent. */
export const estimateText = (micros: number): string => `about ${dollars(Math.ceil(micros / 10_000) / 100)}`;

/** A random tweet of each batch that both runs have, in random order: which is better? The key is a text of its own. */
export function pairsOf(
  run: EvaluationRun,
  against: EvaluationRun,
  random: () => number,
): { pairs: string; key: string; count: number } {
  const pairs = run.batches.flatMap((batch) => {
    const other = against.batches.find((old) => old.topic === batch.topic && old.run === batch.run);
    const [now, before] = [pick(batch.texts, random), pick(other?.texts ?? [], random)];
    return now === null || before === null ? [] : [{ topic: batch.topic, now, before, isNowFirst: random() < 0.5 }];
  });
  const order = pairs
    .map((pair) => ({ pair, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ pair }) => pair);
  const blocks = order.map(({ topic, now, before, isNowFirst }, at) =>
    [
      `${at + 1}. ${JSON.stringify(shorten(topic))}`,
      `A: ${isNowFirst ? now : before}`,
      `B: ${isNowFirst ? before : now}`,
    ].join("\n\n"),
  );
  const key = order.map(({ isNowFirst }, at) => `${at + 1}. this run: ${isNowFirst ? "A" : "B"}`);
  return { pairs: `${blocks.join("\n\n---\n\n")}\n`, key: `${key.join("\n")}\n`, count: order.length };
}

const pick = (texts: readonly string[], random: () => number): string | null =>
  texts[Math.floor(random() * texts.length)] ?? null;
