// The project as the type checker reads it, with a sample beside it that a rule must find.
import { join } from "node:path";
import ts from "typescript";

export const root = join(import.meta.dirname, "../..");

interface Sample {
  /** Where it would stand; no such file is there. */
  name: string;
  text: string;
}

/** Of the project's files those that are asked for, by their names. Takes the checker half a minute. */
export function programWith(sample: Sample, isWanted: (name: string) => boolean = () => true): ts.Program {
  const host: ts.ParseConfigFileHost = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const config = ts.getParsedCommandLineOfConfigFile(join(root, "tsconfig.json"), {}, host);
  if (!config) throw new Error("tsconfig.json could not be read");
  const compiler = ts.createCompilerHost(config.options);
  const read = compiler.readFile.bind(compiler);
  compiler.readFile = (name) => (name === sample.name ? sample.text : read(name));
  compiler.fileExists = (name) => name === sample.name || ts.sys.fileExists(name);
  return ts.createProgram([...config.fileNames.filter(isWanted), sample.name], config.options, compiler);
}

/** Its sources without the libraries'. */
export const ownSources = (program: ts.Program): ts.SourceFile[] =>
  program.getSourceFiles().filter(({ fileName }) => !fileName.includes("/node_modules/"));
