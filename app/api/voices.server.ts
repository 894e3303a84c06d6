// API handlers for voices.
import { previewVoice } from "~/features/generation/generation.server";
import { getAccount } from "~/features/accounts/accounts.server";
import { readVoice, type SavedVoice, saveVoice } from "~/features/voice/voice.server";
import { iso } from "~/ground/time/iso";
import { serve } from "~/http/api/api.server";
import * as contract from "~/http/contract/voices.server";

const toApi = (accountId: number, { updatedAt, learn, ...voice }: SavedVoice) => ({
  account_id: accountId,
  ...voice,
  learn: learn === true,
  updated_at: updatedAt === null ? null : iso(updatedAt),
});

export const voices = [
  serve(contract.read, async ({ app, params, user }) => {
    const { id } = await getAccount(app, user.id, params["account_id"] ?? "");
    return { data: toApi(id, await readVoice(app, user.id, String(id))) };
  }),
  serve(contract.save, async ({ app, params, user, body }) => {
    const { id } = await getAccount(app, user.id, params["account_id"] ?? "");
    return { data: toApi(id, await saveVoice(app, user.id, String(id), body)) };
  }),
  serve(contract.preview, async ({ app, params, user, body }) => {
    const fields = await readVoice(app, user.id, params["account_id"] ?? "");
    return { data: await previewVoice(app, user.id, { topic: body.topic, fields }) };
  }),
];
