// The AI_ settings: which addresses are taken, which are at home, one line a fault, and nothing secret in it.
import { describe, expect, it } from "vitest";
import { type Config, readConfig } from "~/ground/config.server";
import { createLog } from "~/ground/telemetry/log.server";
import { faultsIn } from "./config-faults";

const secrets = { SESSION_SECRET: "a secret of the tests", ENCRYPTION_KEY: "a key of the tests that is long" };
const read = (env: Record<string, string>): Config =>
  readConfig({ ...secrets, ...env }, { limit: null, total: 2 ** 33 });
const faultsOf = (env: Record<string, string>): string[] => faultsIn(() => read(env));
const at = (AI_BASE_URL: string, more: Record<string, string> = {}) => ({ AI_BASE_URL, AI_MODEL: "m", ...more });

describe("an address", () => {
  it.each([
    ["http://localhost:11434/v1", "localhost:11434"],
    ["http://127.0.0.1:8080", "127.0.0.1:8080"],
    ["http://[::1]:8080/v1", "[::1]:8080"],
    ["http://192.168.1.7:1234/v1/", "192.168.1.7:1234"],
    ["http://10.0.0.2/v1", "10.0.0.2"],
    ["http://172.20.0.3:8000/v1", "172.20.0.3:8000"],
    ["http://100.101.102.103:11434/v1", "100.101.102.103:11434"],
    ["http://[fd12::7]:8000/v1", "[fd12::7]:8000"],
    ["http://ollama:11434/v1", "ollama:11434"],
    ["http://studio.local:1234/v1", "studio.local:1234"],
    ["http://llm.internal/v1", "llm.internal"],
    ["http://host.docker.internal:11434/v1", "host.docker.internal:11434"],
    ["https://ollama:11434/v1", "ollama:11434"],
  ])("is at home: %s", (url, place) => {
    expect(read(at(url)).compatible).toEqual({
      baseUrl: url.replace(/\/$/, ""),
      model: "m",
      apiKey: null,
      place,
      isHome: true,
      price: null,
      timeoutMs: 60_000,
      contextTokens: 8192,
      concurrency: 1,
      reasoning: null,
    });
  });

  it.each(["https://openrouter.ai/api/v1", "https://api.openai.com/v1", "https://8.8.8.8/v1", "https://ai.example/v1"])(
    "is elsewhere, by https: %s",
    (url) => {
      expect(read(at(url)).compatible).toMatchObject({ isHome: false, contextTokens: null, concurrency: 4 });
      expect(faultsOf(at(url.replace("https:", "http:")))).toEqual([
        "AI_BASE_URL must use https: outside your own network",
      ]);
    },
  );

  it.each([
    ...["http://169.254.169.254/v1", "https://169.254.169.254/v1", "http://169.254.0.9/v1", "http://2852039166/v1"],
    ...["http://0xA9FEA9FE/v1", "http://[fd00:ec2::254]/v1", "http://[::ffff:169.254.169.254]/v1"],
    ...[
      "http://100.100.100.200/v1",
      "https://168.63.129.16/v1",
      "http://metadata/v1",
      "http://metadata.google.internal/v1",
    ],
    ...["http://METADATA.google.internal./v1", "http://instance-data.ec2.internal/v1", "http://0.0.0.0:11434/v1"],
    ...["http://[fe80::1]/v1", "http://224.0.0.1/v1", "http://[::]/v1"],
  ])("of metadata is refused, or reserved: %s", (url) => {
    expect(faultsOf(at(url))).toEqual(["AI_BASE_URL can't be a metadata, link-local or reserved address"]);
  });

  it.each([
    ["ollama:11434", "must be a URL"],
    ["ftp://ollama/v1", "must be a URL"],
    ["localhost", "must be a URL"],
    ["https://hush:hush@ai.example/v1", "can't contain a user name or password"],
    ["https://ai.example/v1?key=hush", "can't contain ? or #"],
    ["https://ai.example/v1#hush", "can't contain ? or #"],
    ["https://ai.example/hush/chat/completions", "must end before /chat/completions"],
    ["https://ai.example/v1/chat/", "must end before /chat/completions"],
    ["https://ai.example/v1/models", "must end before /chat/completions"],
  ])("is refused in one line without its secrets: %s", (url, reason) => {
    const faults = faultsOf(at(url));
    expect(faults).toEqual([expect.stringContaining(`AI_BASE_URL ${reason}`)]);
    expect(faults[0]).not.toContain("hush");
  });

  it("needs a model, and a model alone is left alone", () => {
    expect(faultsOf({ AI_BASE_URL: "http://ollama/v1" })).toEqual([expect.stringMatching(/^AI_MODEL is missing/)]);
    expect(read({ AI_MODEL: "m", AI_API_KEY: "k" })).toMatchObject({ compatible: null, writer: "demo" });
  });
});

it.each([
  ["AI_PRICE", "0.15/0.60", { price: { input: 150_000, output: 600_000 } }],
  ["AI_PRICE", "3/15", { price: { input: 3_000_000, output: 15_000_000 } }],
  ["AI_PRICE", "0/0.000001", { price: { input: 0, output: 1 } }],
  ["AI_TIMEOUT_SECONDS", "5", { timeoutMs: 5000 }],
  ["AI_TIMEOUT_SECONDS", "600", { timeoutMs: 600_000 }],
  ["AI_CONTEXT", "2048", { contextTokens: 2048 }],
  ["AI_CONTEXT", "2000000", { contextTokens: 2_000_000 }],
  ["AI_CONCURRENCY", "16", { concurrency: 16 }],
  ["AI_REASONING", "none", { reasoning: "none" }],
])("%s=%s is taken", (name, value, expected) => {
  expect(read(at("http://ollama/v1", { [name]: value })).compatible).toMatchObject(expected);
});

it.each([
  ...["0.15", "0.15/", "a/b", "1/1001", "-1/2", "0.15/0.60/1", "1e3/1", "0.0000001/1"].map((value) => [
    "AI_PRICE",
    value,
  ]),
  ...["4", "601", "5.5", "soon", "0"].map((value) => ["AI_TIMEOUT_SECONDS", value]),
  ...["2047", "2000001", "8k", "0"].map((value) => ["AI_CONTEXT", value]),
  ...["0", "17", "1.5"].map((value) => ["AI_CONCURRENCY", value]),
  ["AI_REASONING", "much"],
  ["AI_WRITER", "ollama"],
  ["AI_FALLBACK", "yes"],
  ["AI_API_KEY", "ключ"],
])("%s=%s is refused in one line", (name = "", value = "") => {
  expect(faultsOf(at("http://ollama/v1", { [name]: value }))).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
});

const gemini = { GEMINI_API_KEY: "k" };
const local = at("http://ollama/v1");
it.each([
  [{}, "demo"],
  [gemini, "gemini"],
  [local, "compatible"],
  [{ ...gemini, ...local }, "gemini"],
  [{ ...gemini, ...local, AI_WRITER: "compatible" }, "compatible"],
  [{ ...gemini, ...local, AI_WRITER: "demo" }, "demo"],
])("the writer of %j is %s", (env, writer) => {
  expect(read(env as Record<string, string>).writer).toBe(writer);
});

it.each<[Record<string, string>, RegExp]>([
  [{ AI_WRITER: "gemini" }, /^AI_WRITER is gemini, but GEMINI_API_KEY/],
  [{ AI_WRITER: "compatible", ...gemini }, /^AI_WRITER is compatible, but AI_BASE_URL/],
  [{ AI_FALLBACK: "on", ...gemini }, /^AI_FALLBACK is on, but needs both GEMINI_API_KEY and AI_BASE_URL/],
  [{ AI_FALLBACK: "on", ...local }, /^AI_FALLBACK is on, but needs both GEMINI_API_KEY and AI_BASE_URL/],
  [{ AI_FALLBACK: "on", AI_WRITER: "demo", ...gemini, ...local }, /^AI_FALLBACK is on, but AI_WRITER is demo/],
])("a writer without its means stops the start: %j", (env, fault) => {
  expect(faultsOf(env)).toEqual([expect.stringMatching(fault)]);
});

it("AI_API_KEY is in no line of the log", () => {
  const config = read(at("https://ai.example/v1", { AI_API_KEY: "sk-hush-hush-hush" }));
  const lines: string[] = [];
  const log = createLog(config, { write: (line: string) => void lines.push(line) });
  log.warn({ header: "Bearer sk-hush-hush-hush", compatible: config.compatible }, "said sk-hush-hush-hush");
  expect(lines).toHaveLength(1);
  expect(lines.join("")).not.toContain("sk-hush");
});
