// Formats a JSON log line for a terminal. Pure.

const lines = (text: string): string => text.replaceAll("\n", "\n  ");

export function readableLine(line: string): string {
  let told: Record<string, unknown>;
  try {
    told = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { time, level, msg, err, ...rest } = told;
  const clock = typeof time === "string" ? time.slice(11, 19) : "";
  const { stack, ...fault } = (err ?? {}) as Record<string, unknown>;
  const details = Object.entries({ ...rest, ...(typeof stack === "string" ? {} : fault) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const words = [`${clock} ${String(level).toUpperCase().padEnd(5)} ${String(msg ?? "")}`.trimEnd(), ...details];
  return `${words.join("  ")}${typeof stack === "string" ? `\n  ${lines(stack)}` : ""}\n`;
}
