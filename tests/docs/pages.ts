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

/** As GitHub has it in an address: the headings of a page, each once. */
export const anchorsOf = (page: string): string[] =>
  [...page.replace(fence, "").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );

/** What its links lead to within this site, relative to the page, with the heading where one is named. */
export const linksOf = (page: string): { to: string; anchor: string | null }[] =>
  [...page.replace(fence, "").matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)]
    .map(([, to = "", anchor = null]) => ({ to, anchor }))
    .filter(({ to }) => !/^\w+:/.test(to));

/** The settings of an environment that its sentences name. */
export const settingsOf = (page: string): string[] => [
  ...new Set(
    [...page.replace(fence, "").matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = ""]) => name),
  ),
];

/** Files and folders that the page's sentences name from the root, and what its links lead to (relative to the page). */
export function namesOf(page: string): { paths: string[]; links: string[] } {
  const prose = page.replace(fence, "");
  const paths = [...prose.matchAll(/`((?:app|db|jobs|commands|tests|scripts|docs|deploy|prompts)\/[\w./-]*)`/g)];
  const links = linksOf(page).flatMap(({ to }) => (to === "" ? [] : [to]));
  return { paths: paths.map(([, path = ""]) => path), links };
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
