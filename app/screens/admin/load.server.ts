// Loads /admin: people, invitations and events; 404 for everyone but the operator.
import { data } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { listEverybodys } from "~/features/audit/audit.server";
import { auditKinds } from "~/features/audit/audit-event";
import { readBackups } from "~/features/backups/copy.server";
import { listInvitations } from "~/features/invitations/invitations.server";
import { personOperations } from "~/features/people/person-operation";
import type { Question } from "~/features/people/people-modals";
import { costText } from "~/features/generation/generation.server";
import { countAtStake, isOperator, listPeople, readSpending } from "~/features/people/people.server";
import type { Spending } from "~/features/spending/spending.server";
import { findUser } from "~/features/users/users.server";
import { release, releaseName } from "~/ground/release.server";
import { clearOneTimeLink, hasOneTimeLink, readOneTimeLink } from "~/http/session/one-time-link.server";
import { findSignedIn } from "~/http/session/session.server";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";
import { toView } from "./to-view.server";

const notThere = () => new Response("Not Found", { status: 404 });

/** Call it before the form is read. Throws 404. */
export async function requireOperatorsPage({ request }: Pick<LoaderArgs, "request">): Promise<void> {
  const app = getApp();
  const signedIn = await findSignedIn(app, request);
  if (!signedIn || !(await isOperator(app, signedIn.user.id))) throw notThere();
}

export async function loadAdmin(args: LoaderArgs) {
  const { app, viewer } = await readViewer(args);
  const { user, query, now, timeZone } = viewer;
  if (!user || !(await isOperator(app, user.id))) throw notThere();
  const isHanding = query.get("step") === "handed";
  const kind = auditKinds.find((auditKind) => auditKind === query.get("kind")) ?? null;
  const [page, before] = [wholeOf(query.get("page")) ?? 0, wholeOf(query.get("before"))];
  const [listed, invited, happened, oneTimeLink, spending, aiCost] = await Promise.all([
    listPeople(app, page),
    listInvitations(app),
    listEverybodys(app, { kind, before }),
    isHanding ? readOneTimeLink(app, args.request, user.id) : null,
    readSpending(app, user),
    costText(app, null),
  ]);
  const question = await findQuestion(app, query, spending);
  const { registration } = app.config;
  const backups = readBackups(app.config);
  const fetched = {
    user,
    now,
    timeZone,
    page,
    before,
    kind,
    listed,
    invited,
    happened,
    oneTimeLink,
    question,
    spending,
    aiCost,
  };
  const view = toView({ ...fetched, registration, backups, release: releaseName(release) });
  // The link is shown once; any other view of the page clears its cookie.
  const isOver = !isHanding && (await hasOneTimeLink(app, args.request));
  return data(view, isOver ? { headers: { "Set-Cookie": await clearOneTimeLink(app) } } : undefined);
}

const wholeOf = (raw: string | null): number | null => (raw !== null && /^\d{1,15}$/.test(raw) ? Number(raw) : null);

async function findQuestion(app: App, query: URLSearchParams, spending: readonly Spending[]): Promise<Question | null> {
  const operation = personOperations.find((personOperation) => personOperation === query.get("step"));
  const who = query.get("who") ?? "";
  if (!operation) return null;
  if (operation === "invite")
    return { operation, who: "", stake: { email: "", scheduled: 0, bots: 0, shareUsd: null } };
  const invitation = operation === "withdraw" && (await listInvitations(app)).find(({ id }) => id === who);
  const found = operation === "withdraw" ? invitation : await findUser(app, who);
  if (!found) return null;
  const setMicros = spending.find(({ userId }) => userId === who)?.setMicros ?? null;
  const shareUsd = setMicros === null ? null : setMicros / 1_000_000;
  return { operation, who, stake: { email: found.email, ...(await countAtStake(app, who)), shareUsd } };
}
