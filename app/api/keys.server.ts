// API handlers for named keys and the caller's identity.
import {
  type KeyProof,
  listKeys,
  makeKey,
  type NamedKey,
  revokeKey,
  rotateKey,
  type ShownKey,
} from "~/features/api-keys/api-keys.server";
import { iso } from "~/ground/time/iso";
import { serve } from "~/http/api/api.server";
import type { Caller } from "~/http/api/authenticate.server";
import { keyId } from "~/http/api/params.server";
import * as contract from "~/http/contract/programs/keys.server";
import { addressOf } from "~/http/session/client-address.server";
import type { Transaction } from "~db/database.server";

const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

const toApi = ({ id, name, scopes, audience, hint, createdAt, lastUsedAt, expiresAt, isHeld }: NamedKey) => ({
  id,
  name,
  scopes,
  audience,
  hint,
  created_at: iso(createdAt),
  last_used_at: isoOrNull(lastUsedAt),
  expires_at: isoOrNull(expiresAt),
  held: isHeld,
});

const toShown = ({ key, ...rest }: ShownKey) => ({ ...toApi(rest), key });

interface Shown {
  password: string;
  otp?: string | undefined;
}

function proofOf(request: Request, { sessionHash }: Caller, { password, otp }: Shown): KeyProof {
  const from = { password, address: addressOf(request), sessionHash };
  return otp?.trim() ? { ...from, code: otp } : from;
}

export const keys = [
  serve(contract.me, async ({ app, user, key }) => ({
    data: {
      user_id: user.id,
      email: user.email,
      timezone: user.timezone,
      key: key && { id: key.id, name: key.name, scopes: key.scopes, expires_at: isoOrNull(key.expiresAt) },
      writer: { kind: app.ai.kind, model: app.ai.name, can_search: app.ai.canSearch },
    },
  })),
  serve(contract.list, async ({ app, user }) => ({ data: (await listKeys(app, user.id)).map(toApi) })),
  serve(contract.create, async ({ app, request, body, once, ...caller }) => {
    const { name, scopes, audience, expires_at: expiresAt = null } = body;
    const tell = (made: ShownKey) => ({ data: { ...toShown(made), last_used_at: null } });
    const proof = proofOf(request, caller, body);
    const keep = (trx: Transaction, made: ShownKey) => once.keep(trx, () => tell(made));
    return tell(await makeKey(app, caller.user, { name, scopes, audience, expiresAt }, proof, keep));
  }),
  serve(contract.rotate, async ({ app, request, params, body, once, ...caller }) => {
    const ask = { id: keyId(params), overlapHours: body.overlap_hours };
    const tell = (made: ShownKey) => ({ data: toShown(made) });
    const proof = proofOf(request, caller, body);
    return tell(await rotateKey(app, caller.user, ask, proof, (trx, made) => once.keep(trx, () => tell(made))));
  }),
  serve(contract.revoke, async ({ app, request, params, user }) => {
    await revokeKey(app, { userId: user.id, id: keyId(params) }, addressOf(request));
    return { message: "Key revoked" };
  }),
];
