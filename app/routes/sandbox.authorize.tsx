// /sandbox/authorize: the sandbox network's own consent page, where X's would be.
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { type App, getApp } from "~/app.server";
import { isAppError } from "~/ground/errors";
import { localPath } from "~/http/session/connect.server";
import { boundedRequest, readForm } from "~/http/api/body.server";
import { requireSameOrigin } from "~/http/session/same-origin.server";
import { isSandbox } from "~/ports/network/index.server";
import type { Sandbox } from "~/ports/network/sandbox.server";
import { BrokenPage } from "~/ui/frame/broken-page";
import { Button } from "~/ui/form/button";
import { Field } from "~/ui/form/field";
import { Card } from "~/ui/page/page";
import { ModeBanner } from "~/ui/frame/mode-banner";

export const meta: MetaFunction = () => [{ title: "Authorize · Linnet sandbox" }];

function requireSandbox(app: App): Sandbox {
  if (!isSandbox(app.network)) throw new Response("Not Found", { status: 404 });
  return app.network;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const app = getApp();
  const token = new URL(request.url).searchParams.get("oauth_token") ?? "";
  const linkRequest = await requireSandbox(app).findRequest(token);
  return { token, linkRequest };
}

export async function action({ request }: ActionFunctionArgs) {
  const app = getApp();
  const sandbox = requireSandbox(app);
  let handle = "";
  try {
    requireSameOrigin(app, request);
    const form = await readForm(await boundedRequest(request));
    const token = String(form.get("oauth_token") ?? "");
    handle = String(form.get("handle") ?? "");
    const back = form.get("deny") === null ? await sandbox.grant(token, handle) : await sandbox.deny(token);
    return redirect(localPath(app, back), 303);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return data({ error: error.message, handle }, { status: error.status });
  }
}

export default function Authorize() {
  const { token, linkRequest } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  if (!linkRequest)
    return (
      <BrokenPage title="This request is no longer valid">
        It was used, or it is older than ten minutes. Please connect the account again.
      </BrokenPage>
    );
  const [known] = linkRequest.handles;
  return (
    <>
      <ModeBanner sandbox demoWriter={false} goLiveHref="/generate?panel=help" />
      <main className="page page--narrow" id="main">
        <h1>Authorize Linnet to use your sandbox account?</h1>
        <p className="page__lead">
          This page stands where X’s own would be. Type any handle: the sandbox makes the account if it is new. Nothing
          leaves this server.
        </p>
        <Card title="Sign in to the sandbox">
          <Form method="post" className="form" reloadDocument>
            <input type="hidden" name="oauth_token" value={token} />
            <Field
              label="Handle"
              name="handle"
              value={failed?.handle ?? (linkRequest.forceLogin ? "" : known)}
              error={failed?.error}
              hint="1 to 15 letters, digits or underscores"
              placeholder="@linnet"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              list="handles"
              autoFocus
            />
            <datalist id="handles">
              {linkRequest.handles.map((handle) => (
                <option key={handle} value={handle} />
              ))}
            </datalist>
            <p className="hint">Linnet will be able to post as this account and to read its own posts.</p>
            <div className="row row--end">
              {/* Of a form of its own: the first button of this one is what Enter presses. */}
              <Button variant="ghost" form="deny">
                Cancel
              </Button>
              <Button variant="primary">Authorize app</Button>
            </div>
          </Form>
          <Form id="deny" method="post" reloadDocument hidden>
            <input type="hidden" name="oauth_token" value={token} />
            <input type="hidden" name="deny" value="1" />
          </Form>
        </Card>
      </main>
    </>
  );
}
