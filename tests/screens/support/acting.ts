// Somebody at the screens without a browser: their cookie, their forms, and what the loaders show them.
import type { ActionFunctionArgs } from "@remix-run/node";
import type { Account } from "~/features/accounts/account";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { analyseAction } from "~/screens/analyse/actions.server";
import { generateAction } from "~/screens/generate/actions.server";
import { loadScreen } from "~/screens/frame/screen.server";
import { timelineAction } from "~/screens/timeline/actions.server";
import { loadIdeas } from "~/screens/ideas/load.server";
import { loadTimeline } from "~/screens/timeline/load.server";
import type { TestApp } from "~tests/support/app";
import { callApi, cookieOf, sameOrigin } from "~tests/support/calls/call";
import { linkAccount, makePerson, password, type Person } from "~tests/support/people/make";

const origin = "http://localhost:3000";

const actionOf = (path: string) => {
  if (/^\/(product-analyse|bot)\b/.test(path)) return analyseAction;
  return path.startsWith("/generate") ? generateAction : timelineAction;
};

/** What a form came to: where it led, or what it told the page. */
export type Came = { to: string } | ActionResult;

export interface AtScreens {
  person: Person;
  account: Account;
  request(path: string): Request;
  /** Posts a form to a screen; `document` as a page without a script does. */
  act(path: string, fields: Record<string, string>, how?: { document?: boolean }): Promise<Came>;
  timeline(path?: string): ReturnType<typeof loadTimeline>;
  ideas(path?: string): ReturnType<typeof loadIdeas>;
  attention(): Promise<Awaited<ReturnType<typeof loadScreen>>["attention"]>;
}

/** Signed in, with an account of the sandbox. */
export async function atScreens(app: TestApp, name: string): Promise<AtScreens> {
  const person = await makePerson(app, name);
  const account = await linkAccount(app, person, name);
  const json = { email: person.user.email, password };
  const cookie = cookieOf(await callApi("/api/users/login", { json }));
  const request = (path: string) => new Request(`${origin}${path}`, { headers: { host: "localhost:3000", cookie } });
  return {
    person,
    account,
    request,
    async act(path, fields, { document = false } = {}) {
      const headers = { ...sameOrigin, host: "localhost:3000", cookie, accept: document ? "text/html" : "*/*" };
      const body = new URLSearchParams(fields);
      const args = {
        request: new Request(`${origin}${path}`, { method: "POST", headers, body }),
        params: {},
        context: {},
      };
      const came = await actionOf(path)(args as unknown as ActionFunctionArgs);
      return "data" in came ? came.data : { to: came.headers.get("location") ?? "" };
    },
    timeline: (path = "/timeline") => loadTimeline({ request: request(path), context: {} }),
    ideas: (path = "/ideas") => loadIdeas({ request: request(path), context: {} }),
    attention: async () => (await loadScreen({ request: request("/timeline"), context: {} })).attention,
  };
}
