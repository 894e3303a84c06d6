// A post of the sandbox, where X's own page would be.
import { ButtonLink } from "~/ui/form/button";
import { ModeBanner } from "~/ui/frame/mode-banner";
import { Avatar, Who } from "~/ui/page/avatar";
import type { PostData } from "./to-view.server";

export function PostView({ data: { handle, name, text, when, whenIso } }: { data: PostData }) {
  return (
    <>
      <ModeBanner sandbox demoWriter={false} goLiveHref="/generate?panel=help" />
      <main className="page page--narrow" id="main">
        <h1 className="visually-hidden">Post by @{handle}</h1>
        <article className="card">
          <div className="row">
            <Avatar of={name} />
            <Who name={name} detail={`@${handle}`} />
          </div>
          <p className="words" dir="auto">
            {text}
          </p>
          <p className="hint">
            <time dateTime={whenIso}>{when}</time> · only in the sandbox of this server
          </p>
        </article>
        <p>
          <ButtonLink icon="calendar-days" to="/timeline">
            Back to the timeline
          </ButtonLink>
        </p>
      </main>
    </>
  );
}
