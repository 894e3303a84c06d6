// Maps a linked account to the API's fields.
import type { Account } from "./account";

export const toApi = (account: Account) => ({
  id: account.id,
  twitter_user_id: account.networkUserId,
  twitter_username: account.username,
  twitter_display_name: account.displayName,
  profile_image_url: account.imageUrl,
  is_default: account.isDefault,
  status: account.status,
  status_reason: account.statusReason,
});
