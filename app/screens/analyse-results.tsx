// The results view of /product-analyse: what came of it, its bot, and the lists of bots.
import "./kit";
import { type ReactNode, useEffect, useRef } from "react";
import { Form, useLocation } from "@remix-run/react";
import { Description, Improvements, ScoreCard, Why } from "~/features/analysis/result";
import { botFailures } from "~/features/bots/bot-view";
import { BotControl, listHeadings, openers } from "~/features/bots/control";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Columns, PageHead } from "~/ui/page";
import { part } from "~/ui/part";
import { useBusy } from "~/ui/use-busy";
import type { ActResult } from "./act.server";
import type { AnalyseResults, BotLists } from "./product-analyse.server";
import { useScreen } from "./screen";
import { useHere } from "./use-here";

const BotList = part("bot-list", () => import("~/features/bots/bot-list"));

export default function Results({ data, result }: { data: AnalyseResults; result: ActResult | undefined }) {
  const { here } = useHere();
  const { sandbox } = useScreen();
  const { result: analysed, control } = data;
  return (
    <>
      <PageHead title="Analysis Results">
        <ButtonLink icon="arrow-left" to="/product-analyse">
          Analyse another
        </ButtonLink>
      </PageHead>
      {data.test && <Notice tone="info" title="Test mode: this is sample data" />}
      <Outcome data={data} result={result} />
      <Columns
        main={
          <>
            <Description of={analysed} />
            <Why of={analysed} />
            <Improvements items={analysed.improvements} />
            {data.isDemo && <p className="hint">Judged by the demo writer, by simple signs in your words.</p>}
          </>
        }
        side={
          <>
            <ScoreCard of={analysed} />
            <BotControl
              of={control}
              sandbox={sandbox}
              editHref={(id) => here({ edit: String(id), did: null })}
              activeHref={here({ active: "1", did: null })}
              historyHref={here({ history: "1", did: null })}
            />
          </>
        }
      />
      <Lists lists={data.lists} />
    </>
  );
}

/** What the last press came to, in a banner: what failed stays until something else is done, and comes into view. */
function Outcome({ data, result }: { data: AnalyseResults; result: ActResult | undefined }) {
  const { here } = useHere();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result?.ok === false) place.current?.scrollIntoView({ block: "nearest" });
  }, [result]);
  return (
    <div ref={place} aria-live="polite">
      {outcomeOf(data, result, here({ panel: "sidebar" }))}
    </div>
  );
}

function outcomeOf(data: AnalyseResults, result: ActResult | undefined, accountsHref: string): ReactNode {
  const failed = result?.ok === false ? result : null;
  const title = failed && (botFailures[failed.intent] ?? failed.error ?? "");
  if (failed && title !== null && !data.checklist)
    return (
      <Notice tone="error" title={title} action={wayOn(failed.intent, data, accountsHref)}>
        {failed.error !== title && failed.error}
      </Notice>
    );
  if (data.lists.error) return <Notice tone="error" title={data.lists.error} />;
  if (data.error) return <Notice tone="error" title={data.error} action={<Again id={data.control.analysisId} />} />;
  return data.did && result === undefined ? <Notice tone="good" title={data.did} /> : null;
}

/** What can be pressed beside what went wrong; what would have begun an analysis once more still does. */
function wayOn(intent: string, data: AnalyseResults, accountsHref: string): ReactNode {
  if (intent === "analyse-again" && data.error) return <Again id={data.control.analysisId} />;
  if (intent !== "start-bot" || data.test) return null;
  return (
    <ButtonLink size="small" to={accountsHref} preventScrollReset>
      Accounts
    </ButtonLink>
  );
}

function Again({ id }: { id: string }) {
  const busy = useBusy("analyse-again") !== null;
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="analyse-again" />
      <input type="hidden" name="analysisId" value={id} />
      <Button size="small" icon="rotate-ccw" busy={busy}>
        {busy ? "Analyzing..." : "Run it again"}
      </Button>
    </Form>
  );
}

/** What stood in a list that was closed is gone, and with it the focus: it goes back to what opened the list. */
function useFocusBack(isOpen: boolean, opener: string): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.getElementById(opener)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, opener]);
}

/** By which step a list was asked for with its heading; a page that is loaded with it was scrolled by the browser. */
function useAskedBy(): (headingId: string) => string | null {
  const { hash, key } = useLocation();
  const loadedBy = useRef(key);
  return (headingId) => (hash === `#${headingId}` && key !== loadedBy.current ? key : null);
}

function Lists({ lists: { active, history } }: { lists: BotLists }) {
  const { here } = useHere();
  const askedBy = useAskedBy();
  useFocusBack(active !== null, openers.active);
  useFocusBack(history !== null, openers.history);
  const page = (offset: number) => here({ from: offset === 0 ? null : String(offset) });
  return (
    <>
      {active && (
        <BotList
          title="Active Bot Status"
          headingId={listHeadings.active}
          askedBy={askedBy(listHeadings.active)}
          items={active}
          none="No bot is running"
          closeHref={here({ active: null, did: null })}
        />
      )}
      {history && (
        <BotList
          title="All Bot History"
          headingId={listHeadings.history}
          askedBy={askedBy(listHeadings.history)}
          items={history.items}
          none="No analysis yet"
          closeHref={here({ history: null, from: null, did: null })}
          pages={
            (history.offset > 0 || history.more) && (
              <div className="row row--centre">
                {history.offset > 0 && (
                  <ButtonLink
                    size="small"
                    icon="arrow-left"
                    to={page(Math.max(0, history.offset - 50))}
                    preventScrollReset
                  >
                    Newer
                  </ButtonLink>
                )}
                {history.more && (
                  <ButtonLink size="small" iconAfter="arrow-right" to={page(history.offset + 50)} preventScrollReset>
                    Older
                  </ButtonLink>
                )}
              </div>
            )
          }
        />
      )}
    </>
  );
}
