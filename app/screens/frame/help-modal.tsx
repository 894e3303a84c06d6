// Help & Support modal: where posts go on this server, and how its operator goes live.
import { ButtonLink } from "~/ui/form/button";
import { Dialog, DialogBody } from "~/ui/dialog/dialog";
import { Link } from "~/ui/link";
import { notStored } from "~/ports/ai/port";
import { DescriptionItem, DescriptionList } from "~/ui/page/description-list";
import type { ScreenData } from "./to-view.server";
import { priceList } from "~/ports/network/call-prices";

interface HelpModalProps {
  screen: ScreenData;
  closeTo: string;
  keysHref: string;
}

export default function HelpModal({ screen, closeTo, keysHref }: HelpModalProps) {
  const { sandbox, demoWriter, writer, asksGoogle } = screen;
  return (
    <Dialog title="Help & Support" closeTo={closeTo}>
      <DialogBody>
        <DescriptionList>
          <DescriptionItem term="Contact">
            {screen.contact ? <Contact of={screen.contact} /> : "your Linnet admin"}
          </DescriptionItem>
          <DescriptionItem term="Guides">
            the <code>docs</code> folder of the project
          </DescriptionItem>
          <DescriptionItem term="Keyboard shortcuts">
            <Link className="link" to={keysHref} preventScrollReset>
              View shortcuts
            </Link>
          </DescriptionItem>
          <DescriptionItem term="API">
            <a className="link" href="/api/docs">
              API documentation
            </a>
          </DescriptionItem>
          <DescriptionItem term="Posts go to">{sandbox ? "the sandbox on this server" : "X"}</DescriptionItem>
          <DescriptionItem term="Tweets are written by">{writer}</DescriptionItem>
          {asksGoogle && <DescriptionItem term="What Google stores">{notStored}</DescriptionItem>}
          {screen.release !== null && <DescriptionItem term="Linnet">{screen.release}</DescriptionItem>}
          {!sandbox && <DescriptionItem term="Prices">As X listed them in {priceList.asOf}</DescriptionItem>}
        </DescriptionList>
        {(sandbox || demoWriter) && (
          <>
            <p>To go live, your admin sets these environment variables and restarts Linnet:</p>
            <ul className="lines">
              {sandbox && (
                <li>
                  <code>X_API_KEY</code> and <code>X_API_SECRET</code> from an X app with read and write access and the
                  callback URL <code className="wrap">{screen.apiEndpoint}/api/twitter-auth/callback</code>
                </li>
              )}
              {demoWriter && (
                <li>
                  <code>GEMINI_API_KEY</code> from Google AI Studio. {notStored}
                </li>
              )}
            </ul>
            <p className="hint">
              Sandbox accounts and posts stay in the sandbox. X charges per post. Every tweet shows its price. Prices as
              of {priceList.asOf}.
            </p>
          </>
        )}
        {screen.isOperator && (
          <p className="row">
            {(sandbox || demoWriter) && (
              <ButtonLink to="/go-live" variant="primary">
                Go live
              </ButtonLink>
            )}
            <ButtonLink to="/doctor" icon="activity">
              Check setup
            </ButtonLink>
          </p>
        )}
      </DialogBody>
    </Dialog>
  );
}

function Contact({ of: contact }: { of: string }) {
  return (
    <a className="link" href={contact.includes("://") ? contact : `mailto:${contact}`}>
      {contact.replace(/^https?:\/\//, "")}
    </a>
  );
}
