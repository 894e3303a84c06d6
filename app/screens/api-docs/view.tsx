// /api/docs: the whole API on one page, without a script.
import type { DocsData } from "./to-view.server";
import { Codes, Events, Scopes, Shapes } from "./tables";
import { Route } from "./route";
import { idOf, Shell, Words } from "./words";

export function DocsView({ data }: { data: DocsData }) {
  const { origin, version, groups } = data;
  return (
    <>
      <header className="docs__head">
        <h1>Linnet API</h1>
        <p className="page__lead">
          Every call with its fields, limits, responses and codes. Version {version}. For code generators and API
          viewers, use{" "}
          <a className="link" href="/api/openapi.json">
            /api/openapi.json
          </a>{" "}
          (OpenAPI 3.1).
        </p>
        <p>
          <a className="link" href="/settings/programs">
            Create a key
          </a>{" "}
          ·{" "}
          <a className="link" href="/generate">
            Back to Linnet
          </a>
        </p>
      </header>
      <Contents of={groups} />
      <Begin origin={origin} />
      {groups.map(({ title, routes }) => (
        <section className="docs__group" aria-labelledby={idOf(title)} key={title}>
          <h2 id={idOf(title)}>{title}</h2>
          {routes.map((route) => (
            <Route {...route} key={route.name} />
          ))}
        </section>
      ))}
      <Shapes of={data.shapes} />
      <Scopes of={data.scopes} />
      <Codes of={data.codes} />
      <Events of={data.events} />
    </>
  );
}

const last = ["Shapes", "Scopes", "Codes", "Events"];

function Contents({ of: groups }: { of: DocsData["groups"] }) {
  return (
    <nav className="card docs__contents" aria-label="Contents">
      {groups.map(({ title, routes }) => (
        <div key={title}>
          <a className="link" href={`#${idOf(title)}`}>
            {title}
          </a>
          <ul>
            {routes.map(({ name }) => (
              <li key={name}>
                <a href={`#${name}`}>
                  <code>{name}</code>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div>
        {last.map((title) => (
          <p key={title}>
            <a className="link" href={`#${idOf(title)}`}>
              {title}
            </a>
          </p>
        ))}
      </div>
    </nav>
  );
}

const rules = [
  "Send an API key as `Authorization: Bearer`. Keys in URLs are refused, because URLs end up in logs.",
  'A success is `{"success": true, …}`. A refusal is `{"success": false, "error", "detail", "code"}`: `error` is a sentence to show, `code` is stable, and the `detail` of a 422 lists the problem with each field.',
  "Bodies are JSON, up to 64 KiB unless the call allows more. Times are UTC, ISO 8601.",
  "Where a call takes an `Idempotency-Key`, the same request with the same key is carried out only once within 24 hours, and repeats get the same response.",
  "Lists return `next`: send it back as `cursor`. It is `null` on the last page.",
  "A key can make 600 requests a minute. A 429 response says in `Retry-After` how many seconds to wait.",
];

function Begin({ origin }: { origin: string }) {
  return (
    <section className="card" aria-labelledby="begin">
      <h2 id="begin">Getting started</h2>
      <p>
        Create a key in Settings, under API keys and webhooks, and set it as the variable that the commands on this page
        use. The key is shown once.
      </p>
      <Shell>{`export LINNET_KEY=linnet_…\ncurl "${origin}/api/me" -H "Authorization: Bearer $LINNET_KEY"`}</Shell>
      <ul className="lines">
        {rules.map((rule) => (
          <li key={rule}>
            <Words>{rule}</Words>
          </li>
        ))}
      </ul>
    </section>
  );
}
