// View of /go-live: each step says what to do, what it costs, and what the setup check finds.
import { type ReactNode, useId } from "react";
import { Checks } from "~/features/doctor/findings";
import { notStored } from "~/ports/ai/port";
import { priceList } from "~/ports/network/call-prices";
import { ButtonLink } from "~/ui/form/button";
import { CopyField } from "~/ui/form/copy-field";
import { Icon } from "~/ui/icons/icon";
import { PageHead } from "~/ui/page/page";
import type { Check, GoLiveData, StepState } from "./to-view.server";

const stateWords: Record<StepState, string> = { done: "Done", todo: "To do", bad: "Error" };

export function GoLiveView({ data }: { data: GoLiveData }) {
  const { lead, callbackUrl, writer, network, limits, restart } = data;
  return (
    <>
      <PageHead title="Go live">
        <ButtonLink icon="activity" to="/doctor">
          Run setup check
        </ButtonLink>
      </PageHead>
      <p className="page__lead">{lead}</p>
      <ol className="lives">
        <Step n={1} title="An AI that writes" takes="2 minutes" {...writer}>
          {writer.state !== "done" && (
            <>
              <ol>
                <li>
                  <Away to="https://aistudio.google.com">Create a key in Google AI Studio</Away>. In the EEA,
                  Switzerland and the UK, use a paid project.
                </li>
                <li>
                  Set <code>GEMINI_API_KEY</code> and restart Linnet. {notStored}
                </li>
              </ol>
              <Costs caption="What writing costs" heads={[writer.model, "about"]} rows={writer.costs} />
              <p className="hint">
                Any model with an OpenAI-compatible API works too, including one on your own machine: set{" "}
                <code>AI_BASE_URL</code> and <code>AI_MODEL</code>. “Another model” in <code>docs/going-live.md</code>{" "}
                says how.
              </p>
            </>
          )}
        </Step>
        <Step n={2} title="An X app that posts" takes="10 minutes" {...network}>
          {network.state !== "done" && (
            <>
              <ol>
                <li>
                  <Away to="https://console.x.com">Create an app in X’s developer console</Away> and add credit.
                </li>
                <li>
                  User authentication: OAuth 1.0a, <strong>Read and write</strong>.
                </li>
                <li>
                  Callback URL: <CopyField label="Callback URL" text={callbackUrl} />
                </li>
                <li>
                  Set <code>X_API_KEY</code> and <code>X_API_SECRET</code> (consumer key and secret) and restart Linnet.
                </li>
              </ol>
              <Costs
                caption={`What X charges, as of ${priceList.asOf}`}
                heads={["What X charges", "each"]}
                rows={network.costs}
              />
            </>
          )}
        </Step>
        <Step n={3} title="Limits before the first post" takes="set" {...limits} />
        <Step n={4} title="Restart and check" takes="1 minute" {...restart}>
          {restart.lines.length > 0 && (
            <>
              <p>
                Put these lines into <code>.env</code>, fill them in and restart.
              </p>
              <pre tabIndex={0} aria-label="Lines for .env">
                {restart.lines.join("\n")}
              </pre>
              <p className="hint">
                Sandbox accounts and posts stay in the sandbox. Connect your real account after the restart.
              </p>
            </>
          )}
        </Step>
      </ol>
    </>
  );
}

interface StepProps {
  n: number;
  title: string;
  takes: string;
  state: StepState;
  checks: readonly Check[];
  children?: ReactNode;
}

function Step({ n, title, takes, state, checks, children }: StepProps) {
  const id = useId();
  return (
    <li className={`live live--${state}`}>
      <span className="live__mark" aria-hidden="true">
        {state === "todo" ? n : <Icon of={state === "done" ? "check" : "x"} />}
      </span>
      <div className="live__head">
        <h2 id={id}>
          {title} <span className="visually-hidden">{stateWords[state]}</span>
        </h2>
        <span className="hint">{state === "done" ? "done" : takes}</span>
      </div>
      <div className="live__body">
        {children}
        <Checks findings={checks} />
      </div>
    </li>
  );
}

interface CostsProps {
  caption: string;
  heads: readonly [string, string];
  rows: readonly (readonly [string, string])[];
}

function Costs({ caption, heads, rows }: CostsProps) {
  if (rows.length === 0) return null;
  return (
    <table className="costs">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col" key={head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, price]) => (
          <tr key={what}>
            <td>{what}</td>
            <td>{price}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Away = ({ to, children }: { to: string; children: string }) => (
  <a className="link" href={to} rel="noreferrer">
    {children}
  </a>
);
