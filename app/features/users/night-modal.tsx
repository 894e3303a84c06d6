// Offers to reschedule tweets that fall into the night after a change of time zone.
import { cityTime } from "~/ground/time/city-time";
import { ButtonLink } from "~/ui/form/button";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { Notice } from "~/ui/messages/notice";
import { IntentForm, Submit } from "~/ui/form/intent-form";

interface NightModalProps {
  city: string;
  tweets: readonly { id: number; content: string; when: string }[];
  closeTo: string;
  error?: string | null;
}

export default function NightModal({ city, tweets, closeTo, error }: NightModalProps) {
  const count = tweets.length === 1 ? "1 tweet" : `${tweets.length} tweets`;
  return (
    <Dialog title={tweets.length === 0 ? "Time zone saved" : `${count} would now post at night`} closeTo={closeTo}>
      <DialogBody>
        {error && <Notice tone="error" title={error} />}
        <p className="quiet">
          {tweets.length === 0
            ? `Nothing is scheduled for the night, ${cityTime(city)}.`
            : `In ${cityTime(city)}, these times fall in your quiet hours. They were picked for your old time zone.`}
        </p>
        <ul className="list">
          {tweets.map(({ id, content, when }) => (
            <li className="list__row list__row--told" key={id}>
              <span dir="auto">{content}</span>
              <time>{when}</time>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFoot>
        <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
          {tweets.length === 0 ? "Close" : "Keep times"}
        </ButtonLink>
        {tweets.length > 0 && (
          <IntentForm intent="draw-anew" preventScrollReset>
            <Submit variant="primary" icon="refresh-cw">
              Pick new times
            </Submit>
          </IntentForm>
        )}
      </DialogFoot>
    </Dialog>
  );
}
