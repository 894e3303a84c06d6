// Listens to every statement that reaches SQLite, with its parameters, and asks how it would be run.
import Sqlite from "better-sqlite3";

export interface Heard {
  text: string;
  parameters: unknown[];
  database: Sqlite.Database;
}

export interface Listener {
  /** What was run since the last call, each text once. */
  take(): Heard[];
  stop(): void;
}

const usual = Sqlite.prototype.prepare;

export function listen(): Listener {
  const heard = new Map<string, Heard>();
  Sqlite.prototype.prepare = function (this: Sqlite.Database, text: string) {
    const statement = usual.call(this, text);
    const hear = (parameters: unknown) => {
      heard.set(text, { text, parameters: Array.isArray(parameters) ? parameters : [], database: this });
    };
    const { all, run } = statement;
    Object.assign(statement, {
      all: (parameters: unknown[] = []) => (hear(parameters), all.call(statement, parameters)),
      run: (parameters: unknown[] = []) => (hear(parameters), run.call(statement, parameters)),
    });
    return statement;
  };
  return {
    take() {
      const all = [...heard.values()];
      heard.clear();
      return all;
    },
    stop: () => void (Sqlite.prototype.prepare = usual),
  };
}

/** The lines of the plan, planned as at the real run: with the parameters bound, which decide on partial indexes. */
export function planOf({ text, parameters, database }: Heard): string[] {
  const rows = usual.call(database, `explain query plan ${text}`).all(parameters) as { detail: string }[];
  return rows.map((row) => row.detail);
}
