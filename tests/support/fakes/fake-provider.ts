// A real OpenID provider on loopback (oidc-provider), whose people sign in by a page of two fields and can be told to be anybody.
import { generateKeyPairSync } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { stopListening } from "./stop-listening";

/** What the provider says of a person. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  /** What stands in the ID token beside `sub`; the rest is told at userinfo alone. */
  inToken?: { email?: string; email_verified?: boolean | string };
}

export interface FakeProvider {
  /** For OIDC_ISSUER. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The environment of a Linnet that uses it. */
  env(more?: Record<string, string>): Record<string, string>;
  /** Whom it lets in under this name; nobody has a password there. */
  add(person: ProviderPerson): void;
  /** Walks from where Linnet sends a browser through the provider's pages as this person; answers where it leads back to. */
  walk(url: string, sub: string): Promise<URL>;
  /** How often each of its endpoints was asked. */
  asked(path: string): number;
  /** How it answers at one of its paths instead; null: as it is. */
  answerAt(path: string, answer: ((response: ServerResponse) => void) | null): void;
  close(): Promise<void>;
}

const clientId = "linnet";
const clientSecret = "a secret that the provider and Linnet share";

const { privateKey: rsa } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const signingKey = { ...rsa.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "tests" };

/** It warns of each thing that is for tests alone. */
function quietly<T>(make: () => T): T {
  const { warn, info } = console;
  console.warn = console.info = () => {};
  try {
    return make();
  } finally {
    Object.assign(console, { warn, info });
  }
}

/** `origins`: of the Linnets that it lets people go back to. */
export async function startFakeProvider(origins: readonly string[] = []): Promise<FakeProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, ProviderPerson>();
  const counts = new Map<string, number>();
  const answers = new Map<string, (response: ServerResponse) => void>();
  const redirects = new Set(origins.map((origin) => `${origin}/sign-in/provider`));
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: ["http://localhost:3000/sign-in/provider", ...redirects],
          },
        ],
        claims: { openid: ["sub"], email: ["email", "email_verified"] },
        conformIdTokenClaims: false,
        cookies: { keys: ["a key of the tests"] },
        pkce: { required: () => true },
        findAccount: (_context: unknown, id: string) => ({
          accountId: id,
          claims(use: string) {
            const { inToken, ...rest } = people.get(id) ?? { sub: id };
            return use === "id_token" ? { sub: id, ...inToken } : rest;
          },
        }),
        features: { devInteractions: { enabled: true } },
        jwks: { keys: [signingKey] },
        ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      }),
  );
  // A Linnet of these tests listens wherever there is room.
  const { Client } = provider;
  Client.prototype.redirectUriAllowed = (uri: string) =>
    /^http:\/\/(127\.0\.0\.1|localhost):\d+\/sign-in\/provider$/.test(uri);
  const answer = provider.callback();
  server.on("request", (request, response) => {
    const path = new URL(request.url ?? "/", issuer).pathname;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const own = answers.get(path);
    if (own) own(response);
    else void answer(request, response);
  });
  return {
    issuer,
    clientId,
    clientSecret,
    env: (more = {}) => ({
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_LABEL: "Beekeepers' ID",
      ...more,
    }),
    add: (person) => void people.set(person.sub, person),
    walk: (url, sub) => walk(url, sub),
    asked: (path) => counts.get(path) ?? 0,
    answerAt: (path, own) => void (own ? answers.set(path, own) : answers.delete(path)),
    close: () => stopListening(server),
  };
}

/** A browser with cookies and no script: it fills in the form of each page that it comes to. */
async function walk(from: string, sub: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(from);
  const { origin } = url;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    if (url.origin !== origin) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { method: body ? "POST" : "GET", body, headers: { cookie }, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=");
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    body = undefined;
    if (location !== null) {
      url = new URL(location, url);
      continue;
    }
    const html = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1];
    const action = /action="([^"]+)"/.exec(html)?.[1];
    if (!prompt || !action) throw new Error(`The provider has no form at ${url.pathname}: ${html.slice(0, 300)}`);
    url = new URL(action, url);
    body = new URLSearchParams({ prompt, ...(prompt === "login" && { login: sub, password: "any" }) });
  }
  throw new Error("The provider leads in a circle");
}
