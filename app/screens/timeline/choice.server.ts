// Keeps how a user views the week for a year, in a plain cookie because it isn't secret.
import { data } from "@remix-run/node";
import { getApp } from "~/app.server";
import type { Config } from "~/ground/config.server";
import { days } from "~/ground/time/duration";
import { ownCookie } from "~/http/session/own-cookie.server";

export interface WeekChoice {
  grid: "folded" | "open";
  view: "list" | "week";
}

type Where = Pick<Config, "https">;

const cookieOf = ({ https }: Where) => ownCookie({ https }, "week", days(365));

async function keptChoice(request: Request, config: Where): Promise<Partial<Record<keyof WeekChoice, unknown>>> {
  const kept: unknown = await cookieOf(config).parse(request.headers.get("cookie"));
  return typeof kept === "object" && kept !== null ? kept : {};
}

const choose = (query: URLSearchParams, kept: Partial<Record<keyof WeekChoice, unknown>>): WeekChoice => ({
  grid: (query.get("grid") ?? kept.grid) === "open" ? "open" : "folded",
  view: ([query.get("view"), kept.view].find((view) => view === "list" || view === "week") ?? "week") as
    "list" | "week",
});

export async function readWeekChoice(request: Request, config: Where): Promise<WeekChoice> {
  return choose(new URL(request.url).searchParams, await keptChoice(request, config));
}

export async function withWeekChoice<View>(request: Request, view: View) {
  const where = getApp().config;
  const kept = await keptChoice(request, where);
  const choice = choose(new URL(request.url).searchParams, kept);
  if (choice.grid === (kept.grid ?? "folded") && choice.view === (kept.view ?? "week")) return data(view);
  return data(view, { headers: { "Set-Cookie": await cookieOf(where).serialize(choice) } });
}
