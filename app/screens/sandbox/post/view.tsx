// The sandbox's version of a post's page on X.
import { ButtonLink } from "~/ui/form/button";
import { ModeBanner } from "~/ui/frame/mode-banner";
import { Avatar, Who } from "~/ui/page/avatar";
import { Link } from "~/ui/link";
import type { PostData } from "./to-view.server";

export function PostView({ data }: { data: PostData }) {
  const { handle, name, text, when, whenIso, parentHref, pictures, replies } = data;
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
          {parentHref && (
            <p className="hint">
              In reply to <Link to={parentHref}>this post</Link>
            </p>
          )}
          <p className="words" dir="auto">
            {text}
          </p>
          {pictures.length > 0 && <Pictures of={pictures} />}
          <p className="hint">
            <time dateTime={whenIso}>{when}</time> · only in this server’s sandbox
          </p>
        </article>
        {replies.length > 0 && <Replies of={replies} />}
        <p>
          <ButtonLink icon="calendar-days" to="/timeline">
            Back to the timeline
          </ButtonLink>
        </p>
      </main>
    </>
  );
}

function Pictures({ of }: { of: PostData["pictures"] }) {
  return (
    <ul className="shown">
      {of.map(({ src, altText }) => (
        <li key={src}>
          <figure>
            <img src={src} alt={altText ?? ""} loading="lazy" />
            <figcaption className="hint" dir="auto">
              {altText ?? "No alt text"}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

function Replies({ of }: { of: PostData["replies"] }) {
  return (
    <section aria-label="Replies">
      {of.map(({ href, handle, text }) => (
        <article className="card" key={href}>
          <p className="words" dir="auto">
            {text}
          </p>
          <p className="hint">
            <Link to={href}>Reply by @{handle}</Link>
          </p>
        </article>
      ))}
    </section>
  );
}
