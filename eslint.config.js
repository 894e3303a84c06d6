// Lint rules: the recommended strict sets, and a few that keep promises of this project.
import tseslint from "typescript-eslint";
import reactHooks from "eslint-plugin-react-hooks";
import regexp from "eslint-plugin-regexp";
import plain from "./tests/architecture/plain-comments.mjs";
import plainStrings from "./tests/architecture/plain-strings.mjs";

export default tseslint.config(
  {
    ignores: [
      "build/",
      "public/build/",
      "node_modules/",
      "data/",
      "tests/bench/next/",
      "tests/bench/.built/",
      "test-results/",
      "playwright-report/",
    ],
  },
  ...tseslint.configs.strict,
  {
    plugins: { "react-hooks": reactHooks, regexp },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-restricted-syntax": [
        "error",
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: "Markup from outside never enters the tree.",
        },
      ],
      "no-console": "error",
    },
  },
  {
    files: ["app/**/*.{ts,tsx}", "db/**/*.ts", "jobs/**/*.ts", "commands/**/*.ts"],
    rules: {
      // A pattern that takes the square of a text's length, or worse, for somebody who knows it.
      "regexp/no-super-linear-backtracking": "error",
      "regexp/no-super-linear-move": "error",
    },
  },
  {
    files: ["app/**/*.{ts,tsx}", "db/**/*.ts", "jobs/**/*.ts"],
    ignores: ["app/ground/config.server.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only app/ground/config.server.ts reads the environment." },
      ],
    },
  },
  {
    files: ["{app,db,jobs,commands,scripts}/**"],
    plugins: { plain },
    rules: { "plain/comments": "error" },
  },
  {
    files: ["{app,jobs,commands}/**/*.{ts,tsx}"],
    plugins: { "plain-strings": plainStrings },
    rules: { "plain-strings/strings": "error", "plain-strings/terms": "error" },
  },
  {
    files: ["scripts/**", "tests/**"],
    rules: { "no-console": "off", "@typescript-eslint/no-non-null-assertion": "off" },
  },
);
