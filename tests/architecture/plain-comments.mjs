// ESLint rule: reports the comments that hold a pattern of words.json's `comments`.
import { readFileSync } from "node:fs";

/** @typedef {{ pattern: string, say: string, not: string, but: string }} Entry */

/** @type {Entry[]} */
export const entries = JSON.parse(readFileSync(new URL("words.json", import.meta.url), "utf8")).comments;

/** Case counts only in a pattern that has a capital letter. */
const compile = ({ pattern, say }) => ({ found: new RegExp(pattern, /[A-Z]/.test(pattern) ? "" : "i"), say });

/** Lines that a tool reads. */
const directive = /^\s*(?:eslint-|@ts-|prettier-ignore|@vite-ignore|\/ <reference|language=|# sourceMappingURL)/;

/** Without the stars of a block, paths, and what is quoted: code, and texts that are shown or sent. */
const proseOf = (comments) =>
  comments
    .map(({ type, value }) => (type === "Block" ? value.replace(/^[ \t]*\*+/gm, "") : value))
    .join(" ")
    .replace(/`[^`]*`|"[^"]*"|“[^”]*”|\b[\w-]+(?:\/[\w.*-]+)+/g, "…")
    .replace(/\s+/g, " ")
    .trim();

/** Line comments below each other are one text: a sentence may go on in the next line. */
function groupsOf(comments, isAlone) {
  const groups = [];
  for (const comment of comments) {
    const last = groups.at(-1)?.at(-1);
    const follows =
      last?.type === "Line" && comment.type === "Line" && last.loc.end.line + 1 === comment.loc.start.line;
    if (follows && isAlone(last) && isAlone(comment)) groups.at(-1).push(comment);
    else groups.push([comment]);
  }
  return groups;
}

const rule = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { plain: 'A comment says "{{found}}". Say it plainly: {{say}}.' },
  },
  create(context) {
    const { sourceCode } = context;
    const isAlone = ({ loc }) => sourceCode.lines[loc.start.line - 1].slice(0, loc.start.column).trim() === "";
    const list = entries.map(compile);
    return {
      Program() {
        const comments = sourceCode.getAllComments().filter(({ value }) => !directive.test(value));
        for (const group of groupsOf(comments, isAlone)) {
          const prose = proseOf(group);
          for (const { found, say } of list) {
            const hit = found.exec(prose);
            const loc = { start: group[0].loc.start, end: group.at(-1).loc.end };
            if (hit) context.report({ loc, messageId: "plain", data: { found: hit[0].trim(), say } });
          }
        }
      },
    };
  },
};

export default { meta: { name: "plain" }, rules: { comments: rule } };
