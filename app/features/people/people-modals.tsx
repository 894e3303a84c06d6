// Renders the operator's confirmations and the link that is shown once.
import { ButtonLink } from "~/ui/form/button";
import { Field } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { Notice } from "~/ui/messages/notice";
import { type PersonOperation, questionOf, type Stake } from "./person-operation";

export interface Question {
  operation: PersonOperation;
  who: string;
  stake: Stake;
}

interface QuestionModalProps extends Question {
  email: string;
  closeTo: string;
  error?: string | null;
  faults?: Record<string, string>;
  values?: Record<string, string>;
}

export function QuestionModal({ operation, who, stake, email, closeTo, error, faults, values }: QuestionModalProps) {
  const { title, text, button } = questionOf(operation, stake);
  const isGrave = operation === "disable" || operation === "delete";
  return (
    <Dialog title={title} closeTo={closeTo}>
      <IntentForm intent="manage-people" fields={{ deed: operation, who }} noValidate preventScrollReset>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <p className="quiet">{text}</p>
          {operation === "invite" && (
            <Field
              label="Email"
              name="email"
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={values?.["email"]}
              error={faults?.["email"]}
              autoFocus={!faults?.["password"]}
            />
          )}
          {operation === "share" && (
            <Field
              label="US dollars a day"
              name="share_usd"
              inputMode="decimal"
              autoComplete="off"
              value={values?.["share_usd"] ?? (stake.shareUsd === null ? "" : stake.shareUsd.toFixed(2))}
              error={faults?.["share_usd"]}
              autoFocus={!faults?.["password"]}
            />
          )}
          <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
          <Field
            label="Your password"
            name="password"
            type="password"
            autoComplete="current-password"
            error={faults?.["password"]}
            autoFocus={operation !== "invite" && operation !== "share"}
          />
        </DialogBody>
        <DialogFoot>
          <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <Submit variant={isGrave ? "danger" : "primary"}>{button}</Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}

export interface OneTimeLink {
  what: "invitation" | "password";
  email: string;
  link: string;
  mailed: "sent" | "failed" | "off";
}

const mailedWords: Record<OneTimeLink["mailed"], string> = {
  sent: "It was also emailed to them.",
  failed: "Couldn’t email it. Send it to them yourself.",
  off: "Send it to them yourself.",
};

export function OneTimeLinkModal({ what, email, link, mailed, closeTo }: OneTimeLink & { closeTo: string }) {
  const use =
    what === "invitation"
      ? `${email} can create an account with this link. It works once and expires in 7 days.`
      : `${email} can set a new password with this link. It works once and expires in 24 hours.`;
  return (
    <Dialog title={what === "invitation" ? "Invitation" : "Password reset link"} closeTo={closeTo}>
      <DialogBody>
        <p>{`${use} Copy it now. You won’t see it again. ${mailedWords[mailed]}`}</p>
        <input
          className="input"
          aria-label="Link"
          readOnly
          autoFocus
          data-autofocus
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </DialogBody>
      <DialogFoot>
        <ButtonLink variant="primary" to={closeTo} preventScrollReset>
          Done
        </ButtonLink>
      </DialogFoot>
    </Dialog>
  );
}
