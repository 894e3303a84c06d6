// What it costs to search ten thousand ideas of one person, beside a thousand and beside a million tweets of others.
import { bundle } from "./bundle.mjs";
import { median } from "./median.mjs";
import { runScript } from "./script.mjs";
import { root } from "./server.mjs";

const ideas = 10_000;
const [few, many] = [1_000, 1_000_000];
const goals = { ms: 30, ratio: 1.3 };

export const searching = {
  title: "Searching ten thousand ideas",
  async run({ folder }) {
    const script = await bundle("publisher/searching");
    const { sqlite, postgres, version, searches } = await runScript(script, [folder, ideas, few, many], { cwd: root });
    const rowsOf = (times, where) =>
      times.flatMap(([alone, beside], n) => {
        const ratio = median(beside.map((ms, round) => ms / alone[round]));
        const ms = median(beside);
        return [
          {
            what: `“${searches[n]}” on ${where}, beside a million tweets of others`,
            goal: `≤ ${goals.ms} ms`,
            value: ms,
            unit: "ms",
            ok: ms <= goals.ms,
          },
          {
            what: `“${searches[n]}” on ${where}, a million : a thousand`,
            goal: `≤ ${goals.ratio} ×`,
            value: ratio,
            unit: "×",
            ok: ratio <= goals.ratio,
          },
        ];
      });
    const rows = [...rowsOf(sqlite, "SQLite"), ...rowsOf(postgres, "Postgres")];
    return {
      rows,
      notes: [
        `Processor time of the first page; medians of 40 searches a side, by turns. The first search fills the page at once, the second finds one and the third none of them: both read all ten thousand. A person's ideas lie between the others' tweets as they were written. SQLite is in the measured process. PostgreSQL ${version} as it comes, but without parallel workers, after a vacuum: its own process is counted with the asking one.`,
      ],
    };
  },
};
