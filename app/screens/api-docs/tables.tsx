// Tables at the end of /api/docs: shared schemas, scopes, error codes, events.
import type { ReactNode } from "react";
import type { DocsData } from "./to-view.server";
import { Fields, idOf, Pieces, Sample, Words } from "./words";

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="docs__group" aria-labelledby={idOf(title)}>
    <h2 id={idOf(title)}>{title}</h2>
    {children}
  </section>
);

export const Shapes = ({ of: shapes }: { of: DocsData["shapes"] }) => (
  <Part title="Shapes">
    <p>Types that several responses share.</p>
    {shapes.map(({ name, type, fields }) => (
      <article className="card docs__route" aria-labelledby={idOf(name)} key={name}>
        <h3 id={idOf(name)}>{name}</h3>
        {fields.length > 0 ? (
          <Fields of={fields} />
        ) : (
          <p>
            <Pieces of={type} />.
          </p>
        )}
      </article>
    ))}
  </Part>
);

export const Scopes = ({ of: scopes }: { of: DocsData["scopes"] }) => (
  <Part title="Scopes">
    <p>What each scope allows. No scope includes another.</p>
    <div className="card docs__table">
      <table>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">Allows</th>
          </tr>
        </thead>
        <tbody>
          {scopes.map(({ scope, words }) => (
            <tr key={scope}>
              <th scope="row">
                <code>{scope}</code>
              </th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Part>
);

export const Codes = ({ of: codes }: { of: DocsData["codes"] }) => (
  <Part title="Codes">
    <p>
      <Words>
        Whether it helps to repeat the same request: `never`, `after` a wait or once the cause is gone, `same` right
        away, `told`: see `error_code`.
      </Words>
    </p>
    <div className="card docs__table">
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">Retry</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {codes.map(({ code, status, meaning, again }) => (
            <tr key={code}>
              <th scope="row" id={idOf(code)}>
                <code>{code}</code>
              </th>
              <td>{status}</td>
              <td>{again}</td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Part>
);

export const Events = ({ of: events }: { of: DocsData["events"] }) => (
  <Part title="Events">
    <p>
      <Words>
        Sent to webhooks as `id`, `type`, `timestamp` and `data`, signed according to Standard Webhooks 1.0.0. Each is
        delivered at least once: use `webhook-id` to detect duplicates.
      </Words>
    </p>
    {events.map(({ name, words, fields, example }) => (
      <article className="card docs__route" aria-labelledby={idOf(name)} key={name}>
        <h3 id={idOf(name)}>
          <code>{name}</code>
        </h3>
        <p>
          <strong>When:</strong> {words}.
        </p>
        <Fields of={fields} />
        <Sample title="Example message">{example}</Sample>
      </article>
    ))}
  </Part>
);
