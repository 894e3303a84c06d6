// /sandbox/{handle}/status/{post_id}: a post of the sandbox, where X's own page would be.
import { type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getApp } from "~/app.server";
import { findSignedIn } from "~/http/session/session.server";
import { iso } from "~/ground/time/iso";
import { isSandbox } from "~/ports/network/index.server";
import { Who, Avatar } from "~/ui/page/avatar";
import { ButtonLink } from "~/ui/form/button";
import { ModeBanner } from "~/ui/frame/mode-banner";
import { clockTime, shortDate } from "~/ground/time/zone";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `@${data.handle} in the sandbox · Linnet` : "Linnet" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const app = getApp();
  const post = isSandbox(app.network) ? await app.network.findPost(params["post_id"] ?? "") : null;
  const handle = (params["handle"] ?? "").toLowerCase();
  if (!post || post.handle.toLowerCase() !== handle) throw new Response("Not Found", { status: 404 });
  const zone = (await findSignedIn(app, request))?.user.timezone ?? "UTC";
  const { name, text, createdAt } = post;
  const when = `${shortDate(createdAt, zone)}, ${clockTime(createdAt, zone)} (${zone})`;
  return { handle: post.handle, name, text, when, whenIso: iso(createdAt) };
}

export default function SandboxPost() {
  const { handle, name, text, when, whenIso } = useLoaderData<typeof loader>();
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
