// Names of .env that are settings misspelt, and those of any program's environment that are not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "~/ground/config.server";

const example = readFileSync(join(import.meta.dirname, "../../.env.example"), "utf8");
const settings = [...example.matchAll(/^#([A-Z][A-Z_]+)=/gm)].map(([, name = ""]) => name);
const secrets = { SESSION_SECRET: "a secret of the tests", ENCRYPTION_KEY: "a key of the tests that is long" };
const misspelt = (...names: string[]) =>
  readConfig({ ...secrets, ...Object.fromEntries(names.map((name) => [name, "x"])) }).misspelt;

it.each(settings)("%s is named for what is written nearly so, whatever else is set", (name) => {
  const inOtherSigns = [name.toLowerCase(), name.replaceAll("_", "-")].filter((written) => written !== name);
  expect(misspelt(...inOtherSigns)).toEqual(inOtherSigns.map((written) => ({ name: written, meant: name })));
  // PORT and HOST are too short: others use names like them.
  if (name.length < 5) return;
  const doubled = `${name}${name.at(-1)}`;
  const lacking = name.slice(0, -1);
  const swapped = `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`;
  const like = [doubled, lacking, ...(swapped === name ? [] : [swapped])];
  expect(misspelt(...like)).toEqual(like.map((written) => ({ name: written, meant: name })));
});

it.each([
  ["GEMINI_KEY", "GEMINI_API_KEY"],
  ["GEMINIAPIKEY", "GEMINI_API_KEY"],
  ["AI_KEY", "AI_API_KEY"],
  ["AI_URL", "AI_BASE_URL"],
  ["X_SECRET", "X_API_SECRET"],
  ["OIDC_SECRET", "OIDC_CLIENT_SECRET"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["ADMIN_EMAIL", "ADMIN_EMAILS"],
])("%s is read as %s", (name, meant) => {
  expect(misspelt(name)).toEqual([{ name, meant }]);
});

it("names of containers, services, shells and other programs are left alone", () => {
  const others =
    `PATH HOME HOSTNAME LANG PWD OLDPWD SHLVL LOGNAME USER MAIL TERM TZ EDITOR TMPDIR NODE_OPTIONS NODE_VERSION
    NODE_EXTRA_CA_CERTS HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy no_proxy KUBERNETES_SERVICE_HOST KUBERNETES_PORT LINNET_PORT
    LINNET_SERVICE_HOST PGHOST PGPORT PGUSER PGPASSWORD DOMAIN POSTGRES_PASSWORD COMMIT INIT_CWD INVOCATION_ID JOURNAL_STREAM
    SYSTEMD_EXEC_PID STATE_DIRECTORY MEMORY_PRESSURE_WATCH XDG_DATA_DIRS XDG_DATA_HOME npm_package_name npm_config_loglevel
    FLY_APP_NAME FLY_REGION OPENAI_API_KEY OPENAI_BASE_URL OLLAMA_HOST PRIMARY_REGION CI SQLITE_TMPDIR UV_THREADPOOL_SIZE`.split(
      /\s+/,
    );
  expect(misspelt(...others)).toEqual([]);
});
