// The sandbox's version of X's consent page.
import { Form } from "@remix-run/react";
import { Button } from "~/ui/form/button";
import { Field } from "~/ui/form/field";
import { BrokenPage } from "~/ui/frame/broken-page";
import { ModeBanner } from "~/ui/frame/mode-banner";
import { Card } from "~/ui/page/page";
import type { AuthorizeData } from "./to-view.server";

interface AuthorizeProps {
  data: AuthorizeData;
  failed: { handle: string; error: string } | undefined;
}

export function AuthorizeView({ data: { token, linkRequest }, failed }: AuthorizeProps) {
  if (!linkRequest)
    return (
      <BrokenPage title="This request is no longer valid">
        It was already used or is more than 10 minutes old. Connect the account again.
      </BrokenPage>
    );
  return (
    <>
      <ModeBanner sandbox demoWriter={false} goLiveHref="/generate?panel=help" />
      <main className="page page--narrow" id="main">
        <h1>Authorize Linnet to use your sandbox account?</h1>
        <p className="page__lead">
          This page replaces X’s authorization page. Enter any handle. If it’s new, the sandbox creates the account.
          Nothing leaves this server.
        </p>
        <Card title="Sign in to the sandbox">
          <Form method="post" className="form" reloadDocument>
            <input type="hidden" name="oauth_token" value={token} />
            <Field
              label="Handle"
              name="handle"
              value={failed?.handle ?? linkRequest.handle}
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
              {/* Belongs to another form, so that Enter submits the primary button. */}
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
