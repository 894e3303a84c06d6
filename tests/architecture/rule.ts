// Runs one of the project's own lint rules on a piece of code.
import { Linter } from "eslint";
import tseslint from "typescript-eslint";

const linter = new Linter({ configType: "flat" });

/** `rule` is a name of the plugin. */
export function runRule(plugin: unknown, rule: string): (code: string, path: string) => Linter.LintMessage[] {
  const config: Linter.Config = {
    files: ["**/*.tsx"],
    languageOptions: { parser: tseslint.parser as Linter.Parser },
    plugins: { plain: plugin as NonNullable<Linter.Config["plugins"]>[string] },
    rules: { [`plain/${rule}`]: "error" },
  };
  return (code, path) => linter.verify(code, config, path);
}
