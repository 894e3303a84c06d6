// Runs `npm run evaluate`: has tweets written on a list of topics and measures them. Opens no database and no network.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "~/ground/config.server";
import { systemClock } from "~/ground/time/clock.server";
import { estimateOf } from "~/features/generation/evaluation/estimate";
import { evaluate } from "~/features/generation/evaluation/evaluate.server";
import { pairsOf, reportOf } from "~/features/generation/evaluation/report";
import { type EvaluationRun, runSchema } from "~/features/generation/evaluation/run";
import { topicSchema } from "~/features/generation/schema.server";
import { voiceSchema } from "~/features/voice/schema.server";
import { instructionsOf } from "~/features/voice/voice";
import { chooseWriter, priceWriter } from "~/ports/ai/index.server";
import { readPrompts } from "~/ports/ai/prompts.server";
import type { Voice } from "~/ports/ai/voice";
import { runCommand, say, sayAside, Usage } from "~jobs/terminal.server";

const usage =
  "Usage: npm run evaluate -- [--topics FILE] [--voice FILE.json] [--runs 3] [--out FOLDER] [--against run.json] [--yes]";

await runCommand(async (words) => {
  const { topics, voice, runs, out, against, isAgreed } = readOptions(words);
  const config = readConfig();
  const prompts = readPrompts(join(config.dataDir, "prompts"));
  const estimate = estimateOf({ topics, runs, voice, prompts, ...priceWriter(config, systemClock) });
  if (!isAgreed) return say(`${estimate}. Add --yes to start.`);
  say(`${estimate}.`);

  const random = Math.random;
  const writerOf: Parameters<typeof evaluate>[0]["writerOf"] = (log) =>
    chooseWriter({ config: { ...config, fallback: false }, clock: systemClock, log, random });
  const total = topics.length * runs;
  const sayProgress = sayAside(true);
  const run = await evaluate({ writerOf, clock: systemClock, random }, { topics, runs, voice }, (batch, done) => {
    const tweets = batch.texts.length === 1 ? "1 tweet" : `${batch.texts.length} tweets`;
    sayProgress(`${done} of ${total}: ${batch.failure?.message ?? tweets}`);
  });
  const files = filesOf(run, against, random);
  mkdirSync(out, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text, { flag: "wx" });
  say(`Wrote ${Object.keys(files).join(", ")} to ${out}.`);
  if (run.batches.length < total) {
    sayProgress(`Stopped after ${run.batches.length} of ${total} batches.`);
    process.exitCode = 1;
  }
});

function filesOf(run: EvaluationRun, against: EvaluationRun | null, random: () => number): Record<string, string> {
  const files = { "run.json": `${JSON.stringify(run, null, 2)}\n`, "report.md": reportOf(run, against) };
  if (!against) return files;
  const { pairs, key } = pairsOf(run, against, random);
  return { ...files, "pairs.txt": pairs, "pairs-key.txt": key };
}

function readOptions(words: string[]) {
  const values = parseWords(words);
  const out = values.out ?? "evaluation";
  const runs = Number(values.runs ?? 3);
  if (!Number.isInteger(runs) || runs < 1 || runs > 100)
    throw new Usage("--runs must be a whole number from 1 to 100.");
  const existing = ["run.json", "report.md", "pairs.txt", "pairs-key.txt"].find((name) => existsSync(join(out, name)));
  if (existing) throw new Usage(`${out} already has a ${existing}. Choose another folder with --out.`);
  return {
    topics: readTopics(values.topics ?? "tests/evaluation/topics.txt"),
    voice: values.voice === undefined ? null : readVoice(values.voice),
    against: values.against === undefined ? null : readRun(values.against),
    ...{ runs, out, isAgreed: values.yes === true },
  };
}

function parseWords(words: string[]) {
  const text = { type: "string" } as const;
  const options = {
    topics: text,
    voice: text,
    runs: text,
    out: text,
    against: text,
    yes: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: words, options, allowPositionals: false }).values;
  } catch {
    throw new Usage(usage);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Usage(`Couldn't read ${file}.`);
  }
}

function readJson(file: string): unknown {
  const text = read(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new Usage(`${file} isn't JSON.`);
  }
}

function readTopics(file: string): string[] {
  const lines = read(file)
    .split("\n")
    .map((line, at) => ({ line: line.trim(), no: at + 1 }))
    .filter(({ line }) => line !== "");
  if (lines.length === 0) throw new Usage(`${file} has no topic. Write one topic per line.`);
  return lines.map(({ line, no }) => {
    const { success, data } = topicSchema.safeParse(line);
    if (!success) throw new Usage(`${file}, line ${no}: a topic can have up to 2,000 characters.`);
    return data;
  });
}

function readVoice(file: string): Voice {
  const parsed = voiceSchema.safeParse(readJson(file));
  if (!parsed.success) throw new Usage(`${file}: ${parsed.error.issues[0]?.message ?? "no voice"}`);
  const voice = instructionsOf({ ...parsed.data, on: true, learn: false });
  if (!voice) throw new Usage(`The voice in ${file} is empty.`);
  return voice;
}

function readRun(file: string): EvaluationRun {
  const parsed = runSchema.safeParse(readJson(file));
  if (!parsed.success) throw new Usage(`${file} isn't a run.json from an evaluation.`);
  return parsed.data;
}
