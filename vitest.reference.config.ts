// The reference suite: our judgement on bodies that the services were seen to send. Reads LINNET_REFERENCE.
import { mergeConfig } from "vitest/config";
import base from "./vitest.config";

export default mergeConfig(
  { ...base, test: { ...base.test, projects: undefined } },
  { test: { include: ["tests/reference/**/*.test.ts"], exclude: ["node_modules/**"] } },
);
