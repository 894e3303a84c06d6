// One API call on /api/docs: who may use it, its fields and its responses.
import type { RouteView } from "./to-view.server";
import { Fields, idOf, Sample, Shell, Words } from "./words";

export function Route(route: RouteView) {
  const { name, title, method, path, description, who, fields, status, answers, answer, example, refusals } = route;
  return (
    <article className="card docs__route" aria-labelledby={name}>
      <h3 id={name}>
        <Words>{title}</Words>
      </h3>
      <p className="docs__line">
        <code>
          <strong>{method}</strong> {path}
        </code>{" "}
        <a className="docs__name" href={`#${name}`}>
          <code>{name}</code>
        </a>
      </p>
      <p>
        <Words>{description}</Words>
      </p>
      <Shell>{route.curl}</Shell>
      <p>
        <strong>Who:</strong> <Words>{who}</Words>
      </p>
      {fields.length > 0 && (
        <>
          <h4>Fields</h4>
          <Fields of={fields} />
        </>
      )}
      <h4>{`Response: ${status}`}</h4>
      {answers !== null && (
        <p>
          <Words>{answers}</Words>
        </p>
      )}
      {answer.length > 0 && <Fields of={answer} />}
      {example !== null && <Sample title="Example response">{example}</Sample>}
      <h4>Refusals</h4>
      <ul className="docs__refusals">
        {refusals.map((refusal) => (
          <li key={refusal.status}>
            <span>{refusal.status} </span>
            {refusal.codes.map((code) => (
              <a href={`#${idOf(code)}`} key={code}>
                <code>{code}</code>
              </a>
            ))}
          </li>
        ))}
      </ul>
    </article>
  );
}
