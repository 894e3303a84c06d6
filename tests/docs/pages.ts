// Reads a page of the docs as its reader does: files to make, lines to change, commands to run, files that it names.
export type Step =
  /** A file to make, whole, or lines of a diff: " ", "+" or "-" in front of each. `file` is from the root. */
  { kind: "new" | "diff"; file: string; text: string } | { kind: "run"; command: string };

/** One in a list is indented. */
const fence = /^(?:(In|New file) `([^`]+)`:\n\n)? *```(\w*)\n([\s\S]*?)^ *```$/gm;

/** What the page has done, in its order. Throws at a change that names no file. */
export function stepsOf(page: string): Step[] {
  return [...page.matchAll(fence)].flatMap(([, how, file = "", language = "", text = ""]): Step[] => {
    if (language === "sh") return linesOf(text).map((command) => ({ kind: "run", command }));
    if (how) return [{ kind: how === "In" ? "diff" : "new", file, text }];
    if (language === "diff") throw new Error(`This change names no file:\n${text}`);
    return [];
  });
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");

/** Every command of the page, in a fence or within a sentence. */
export function commandsOf(page: string): string[] {
  const fenced = stepsOf(page).flatMap((step) => (step.kind === "run" ? [step.command] : []));
  const prose = page.replace(fence, "");
  const inline = [...prose.matchAll(/`((?:npm|npx|node|git) [^`]+)`/g)].map(([, command = ""]) => command);
  return [...new Set([...fenced, ...inline])];
}

/** Files and folders that the page's sentences name from the root, and what its links lead to (relative to the page). */
export function namesOf(page: string): { paths: string[]; links: string[] } {
  const prose = page.replace(fence, "");
  const paths = [...prose.matchAll(/`((?:app|db|jobs|commands|tests|scripts|docs|deploy|prompts)\/[\w./-]*)`/g)];
  const links = [...prose.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = ""]) => link);
  return { paths: paths.map(([, path = ""]) => path), links: links.filter((link) => !/^\w+:/.test(link)) };
}

/** The file after a diff. The lines that the diff expects must stand in it exactly once. */
export function applyDiff(before: string, { file, text }: { file: string; text: string }): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const without = (mark: string): string =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const expected = without("+");
  const found = before.split(expected).length - 1;
  if (found !== 1) throw new Error(`${file} has these lines ${found} times, not once:\n${expected}`);
  return before.replace(expected, () => without("-"));
}
