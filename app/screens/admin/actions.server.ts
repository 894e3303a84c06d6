// Actions of /admin; each needs the operator's own password.
import { invite, withdrawInvitation } from "~/features/invitations/invitations.server";
import { deletePerson, disablePerson, enablePerson, linkForPassword, setShare } from "~/features/people/people.server";
import { managePeopleSchema } from "~/features/people/schema.server";
import { requireOwnPassword } from "~/features/users/users.server";
import { addressOf } from "~/http/session/client-address.server";
import type { OneTimeLink } from "~/features/people/people-modals";
import { setOneTimeLink } from "~/http/session/one-time-link.server";
import { validate } from "~/http/api/validate.server";
import { type Actions, type FormAction, type FormAnswer, requirePerson } from "~/screens/forms/form-action.server";
import { hrefWith } from "~/screens/forms/href-with";
import type { adminIntents } from "~/screens/forms/intents";

export const adminActions: Actions<typeof adminIntents> = {
  async "manage-people"(formAction) {
    const { app, form, request } = formAction;
    const { user: by, sessionId } = requirePerson(formAction);
    const {
      deed: operation,
      who,
      email,
      password,
      share_usd: shareUsd,
    } = validate(managePeopleSchema, Object.fromEntries(form), "form");
    await requireOwnPassword(app, by.id, { password, address: addressOf(request), sessionId });
    switch (operation) {
      case "invite":
        return hand(formAction, by.id, { what: "invitation", ...(await invite(app, email, by)) });
      case "link": {
        const { user, link } = await linkForPassword(app, who, by);
        return hand(formAction, by.id, { what: "password", email: user.email, link, mailed: "off" });
      }
      case "withdraw":
        await withdrawInvitation(app, who, by);
        return back(formAction, "Invitation canceled");
      case "share":
        return back(formAction, `Share set for ${(await setShare(app, who, shareUsd, by)).email}`);
      case "disable":
        return back(formAction, `${(await disablePerson(app, who, by)).email} is disabled`);
      case "enable":
        return back(formAction, `${(await enablePerson(app, who, by)).email} is enabled`);
      case "delete":
        return back(formAction, `${(await deletePerson(app, who, by)).email} is deleted`);
    }
  },
};

const back = ({ url }: FormAction, message: string): FormAnswer => ({
  to: hrefWith(url, { step: null, who: null }),
  message,
});

async function hand({ app, url }: FormAction, userId: string, oneTimeLink: OneTimeLink): Promise<FormAnswer> {
  const headers = { "Set-Cookie": await setOneTimeLink(app, userId, oneTimeLink) };
  return { to: hrefWith(url, { step: "handed", who: null }), headers, message: null };
}
