// Has one picture cleaned by a child process that knows no key and no database: a fault in a decoder ends the child alone.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AppError } from "~/ground/errors";
import { seconds } from "~/ground/time/duration";
import { maxEdge, mediaMessages, type PictureType, typeOf } from "./media";

export interface Cleaned {
  type: PictureType;
  width: number;
  height: number;
  /** Parts that were transparent are white now. */
  isWhitened: boolean;
  picture: Buffer;
  preview: Buffer;
}

/** A child takes up to 440 MB, so there is never more than one; who waits holds a picture of up to 10 MB. */
const maxWaiting = 3;
/** What a slow machine may take: a picture takes half a second to two. Tests shorten it. */
export const cleaning = { maxTimeMs: seconds(20) };
/** A picture of 3 MB, its preview and the head are less. */
const maxOutput = 4_000_000;

interface Choices {
  /** Kills the child when it is aborted. */
  abortSignal?: AbortSignal;
  /** Whoever still waits when it is aborted is refused. */
  shutdownSignal?: AbortSignal;
  program?: string;
  timeoutMs?: number;
}

const waiting: (() => void)[] = [];
let isRunning = false;

/**
 * The picture upright, in sRGB, at most 2,560 pixels a side, without anything else that the file said. Throws AppError:
 * invalid (damaged, too long a side, too many pixels, too much memory for them, or the child ended), unsupported_type (animated), timeout
 * after 20 s, busy where one is cleaned and three wait.
 */
export async function cleanPicture(bytes: Buffer, choices: Choices = {}): Promise<Cleaned> {
  if (isRunning) {
    if (waiting.length >= maxWaiting) throw new AppError("busy", mediaMessages.busy, { retryAfterSeconds: 5 });
    // Whoever finishes hands its place over, so `isRunning` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else isRunning = true;
  try {
    if (choices.shutdownSignal?.aborted) throw new AppError("shutting_down", "The server is about to stop");
    return readOutput(await runChild(bytes, choices));
  } finally {
    const next = waiting.shift();
    if (next) next();
    else isRunning = false;
  }
}

/** Beside the bundle that the build makes; where nothing is bundled, beside this file. */
function findProgram(): string {
  const beside = fileURLToPath(new URL("clean-picture.mjs", import.meta.url));
  return existsSync(beside) ? beside : "app/features/media/clean-picture.mjs";
}

/** What the child wrote. No environment: there is nothing in it to be had. Throws AppError where it did not end well. */
function runChild(bytes: Buffer, { program = findProgram(), timeoutMs = cleaning.maxTimeMs, abortSignal }: Choices) {
  return new Promise<Buffer>((resolve, reject) => {
    const child = spawn(process.execPath, ["--max-old-space-size=64", program], {
      env: {} as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "ignore"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      signal: abortSignal,
    });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxOutput) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    child.on("error", (cause) => reject(crashed(cause)));
    child.on("close", (code, signal) => {
      // Only the time limit ends it by SIGKILL, but for too much output and a machine that is out of memory.
      if (code === 0 && length <= maxOutput) resolve(Buffer.concat(chunks));
      else if (child.killed && length <= maxOutput) reject(new AppError("timeout", mediaMessages.slow));
      else reject(crashed({ code, signal, length }));
    });
    // A child that has ended reads nothing more; its end says why.
    child.stdin.on("error", () => undefined);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(bytes.length);
    child.stdin.write(head);
    child.stdin.end(bytes);
  });
}

const crashed = (cause: unknown): AppError => new AppError("invalid", mediaMessages.crashed, { cause });

/** What the child may find wrong with a picture. */
const faults = {
  side: "invalid",
  pixels: "invalid",
  memory: "invalid",
  damaged: "invalid",
  bytes: "invalid",
  animated: "unsupported_type",
} as const;

const isFault = (fault: unknown): fault is keyof typeof faults =>
  typeof fault === "string" && Object.keys(faults).includes(fault);

/** A child that a picture has taken over could write anything: what it wrote is believed where it is a picture. */
function readOutput(output: Buffer): Cleaned {
  const headEnds = output.length < 4 ? 0 : 4 + output.readUInt32BE(0);
  const head = readHead(output.subarray(4, headEnds));
  const { fault, type, width, height, bytes, previewBytes, whitened } = head;
  if (isFault(fault)) throw new AppError(faults[fault], mediaMessages[fault]);
  if (!isSize(bytes, maxOutput) || !isSize(previewBytes, maxOutput)) throw crashed(head);
  const picture = output.subarray(headEnds, headEnds + bytes);
  const preview = output.subarray(headEnds + bytes);
  const isSound = preview.length === previewBytes && typeOf(preview) === "jpeg" && typeOf(picture) === type;
  if ((type !== "jpeg" && type !== "png") || !isSound || !isSize(width, maxEdge) || !isSize(height, maxEdge))
    throw crashed(head);
  return { type, width, height, isWhitened: whitened === true, picture, preview };
}

function readHead(text: Buffer): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text.toString()) as object) };
  } catch (error) {
    throw crashed(error);
  }
}

const isSize = (value: unknown, max: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= max;
