// Results view of /product-analyse: the analysis, its bot and the lists of bots.
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "@remix-run/react";
import { Description, Improvements, ScoreCard, Why } from "~/features/analysis/result";
import { BotList } from "~/features/bots/bot-list";
import { BotControl, listHeadings, openers } from "~/features/bots/control";
import { ButtonLink } from "~/ui/form/button";
import { Notice } from "~/ui/messages/notice";
import { Columns, PageHead } from "~/ui/page/page";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { failedOnPage } from "./failed-on-page";
import type { AnalyseResults, BotLists } from "./to-view.server";
import { useScreen } from "~/screens/frame/screen";
import { intentOf } from "~/screens/forms/intents";
import { useHrefWith } from "~/screens/forms/use-href-with";

export default function Results({ data, result }: { data: AnalyseResults; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const { sandbox, writer } = useScreen();
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
            {data.isDemo && <p className="hint">Scored by the demo writer with simple keyword rules.</p>}
          </>
        }
        side={
          <>
            <ScoreCard of={analysed} />
            <BotControl
              of={control}
              sandbox={sandbox}
              writer={writer}
              editHref={(id) => hrefWith({ edit: String(id), did: null })}
              activeHref={hrefWith({ active: "1", did: null })}
              historyHref={hrefWith({ history: "1", did: null })}
            />
          </>
        }
      />
      <Lists lists={data.lists} />
    </>
  );
}

function Outcome({ data, result }: { data: AnalyseResults; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const place = useRef<HTMLDivElement>(null);
  const failed = failedOnPage(data, result);
  useEffect(() => {
    if (failed) place.current?.scrollIntoView({ block: "nearest" });
  }, [failed]);
  return (
    <div ref={place} aria-live="polite">
      {outcomeOf(data, result, hrefWith({ panel: "sidebar" }))}
    </div>
  );
}

function outcomeOf(data: AnalyseResults, result: ActionResult | undefined, accountsHref: string): ReactNode {
  const failed = failedOnPage(data, result);
  const title = failed && (intentOf(failed.intent)?.title ?? failed.error ?? "");
  if (failed && title !== null)
    return (
      <Notice tone="error" title={title} action={wayOn(intentOf(failed.intent)?.panel, data, accountsHref)}>
        {failed.error !== title && failed.error}
      </Notice>
    );
  if (data.lists.error) return <Notice tone="error" title={data.lists.error} />;
  if (data.error) return <Notice tone="error" title={data.error} action={<Again id={data.control.analysisId} />} />;
  return data.did && result === undefined ? <Notice tone="good" title={data.did} /> : null;
}

function wayOn(panel: string | undefined, data: AnalyseResults, accountsHref: string): ReactNode {
  if (panel === "analysis" && data.error) return <Again id={data.control.analysisId} />;
  if (panel !== "start" || data.test) return null;
  return (
    <ButtonLink size="small" to={accountsHref} preventScrollReset>
      Accounts
    </ButtonLink>
  );
}

function Again({ id }: { id: string }) {
  return (
    <IntentForm intent="analyse-again" fields={{ analysisId: id }}>
      <Submit size="small" icon="rotate-ccw" whileBusy="Analyzing...">
        Run it again
      </Submit>
    </IntentForm>
  );
}

function useFocusBack(isOpen: boolean, opener: string): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.getElementById(opener)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, opener]);
}

/** Null if the page was loaded with the list open: the browser has scrolled already. */
function useOpenedBy(): (headingId: string) => string | null {
  const { hash, key } = useLocation();
  const loadedBy = useRef(key);
  return (headingId) => (hash === `#${headingId}` && key !== loadedBy.current ? key : null);
}

const signInFirst = "Sign in to see your bots";

function Lists({ lists: { active, history } }: { lists: BotLists }) {
  const { user } = useScreen();
  const { hrefWith } = useHrefWith();
  const openedBy = useOpenedBy();
  useFocusBack(active !== null, openers.active);
  useFocusBack(history !== null, openers.history);
  const page = (offset: number) => hrefWith({ from: offset === 0 ? null : String(offset) });
  return (
    <>
      {active && (
        <BotList
          title="Active Bot Status"
          headingId={listHeadings.active}
          openedBy={openedBy(listHeadings.active)}
          items={active}
          none={user ? "No bot is running" : signInFirst}
          closeHref={hrefWith({ active: null, did: null })}
        />
      )}
      {history && (
        <BotList
          title="All Bot History"
          headingId={listHeadings.history}
          openedBy={openedBy(listHeadings.history)}
          items={history.items}
          none={user ? "No analyses yet" : signInFirst}
          closeHref={hrefWith({ history: null, from: null, did: null })}
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
