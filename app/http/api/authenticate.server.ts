// Who calls the API: a bearer key, a key in body or query beside the user's id, or the browser's own session.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import type { User } from "~/features/users/user";
import { findUserByKey } from "~/features/users/users.server";
import { requireSameOrigin } from "~/http/session/same-origin.server";
import { findSignedIn } from "~/http/session/session.server";

interface Where {
  body: Record<string, unknown>;
  url: URL;
  params: Record<string, string | undefined>;
}

/** A key came, and is not taken. */
export class KeyRefused extends AppError {
  constructor(message: string, code: "key_unknown" | "unauthenticated" = "key_unknown") {
    super(code, message);
  }
}

const wrong = () => new KeyRefused("The API key is not valid");

/**
 * In the contract's order: Bearer, then `api_key` in the body, then in the query, then the cookie. A key that is
 * there but wrong is refused and never falls through to the next kind; empty strings count as absent. Null: nobody.
 */
export async function authenticate(app: App, request: Request, where: Where): Promise<User | null> {
  const beside = [where.body["user_id"], where.url.searchParams.get("user_id")].filter(isGiven);
  const bearer = /^Bearer +(\S.*)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (bearer) return byKey(app, bearer, beside);
  const inBody = where.body["api_key"];
  const key = isGiven(inBody) ? inBody : where.url.searchParams.get("api_key");
  if (isGiven(key)) {
    if (beside.length === 0 && !isGiven(where.params["user_id"]))
      throw new KeyRefused("Please send user_id beside api_key", "unauthenticated");
    return byKey(app, key, beside);
  }
  const signedIn = await findSignedIn(app, request);
  if (!signedIn) return null;
  if (request.method !== "GET" && request.method !== "HEAD") requireSameOrigin(app, request);
  return signedIn.user;
}

const isGiven = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The key's owner; refused where a user's id beside it names somebody else. An id in the path is judged later, as 403. */
async function byKey(app: App, key: string, beside: string[]): Promise<User> {
  const owner = await findUserByKey(app, key);
  if (!owner || beside.some((id) => id !== owner.id)) throw wrong();
  return owner;
}
