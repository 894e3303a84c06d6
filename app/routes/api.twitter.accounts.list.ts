// GET /api/twitter/accounts/list
import type { Account } from "~/features/accounts/account";
import { listAccounts } from "~/features/accounts/accounts.server";
import { api, serve } from "~/http/api.server";
import { listAccounts as contract } from "~/http/contract/accounts.server";

const toWire = (account: Account) => ({
  id: account.id,
  twitter_user_id: account.networkUserId,
  twitter_username: account.username,
  twitter_display_name: account.displayName,
  profile_image_url: account.imageUrl,
  is_default: account.isDefault,
  status: account.status,
  status_reason: account.statusReason,
});

export const { loader, action } = api(
  serve(contract, async ({ app, user }) => {
    const accounts = (await listAccounts(app, user.id)).map(toWire);
    return { accounts, data: { accounts } };
  }),
);
