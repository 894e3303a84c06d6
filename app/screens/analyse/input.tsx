// Input view of /product-analyse: the description field and recent analyses.
import { Link } from "~/ui/link";
import { analyseIntent, ProductComposer } from "~/features/analysis/composer";
import { ButtonLink } from "~/ui/form/button";
import { Notice } from "~/ui/messages/notice";
import { Card, PageHead } from "~/ui/page/page";
import { KeptFields } from "~/screens/browser/drafts/kept-fields";
import type { ActionResult } from "~/screens/forms/form-action.server";
import type { AnalyseInput } from "./to-view.server";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";

export default function Input({ data, result }: { data: AnalyseInput; result: ActionResult | undefined }) {
  const { user } = useScreen();
  const { hrefWith } = useHrefWith();
  const failed = failedIn(result, "description");
  const ofField = failed?.faults["content"] ?? (failed && Object.keys(failed.faults).length > 0 ? failed.error : null);
  return (
    <>
      <PageHead
        title="Analysis Tool"
        help="Describe what you sell. You get a summary, tags, a score with its evidence, and a bot that can tweet about your product."
      >
        <ButtonLink variant="ghost" size="small" icon="flask-conical" to="/product-analyse?test=1">
          Test mode
        </ButtonLink>
      </PageHead>
      {data.error && <Notice tone="error" title={data.error} />}
      {failed?.error && !ofField && (
        <Notice tone="error" title={failed.error}>
          Your text is kept.
        </Notice>
      )}
      {!user && (
        <Notice
          tone="login"
          title="Sign in to analyse a product"
          action={
            <>
              <ButtonLink variant="primary" to={hrefWith({ panel: "login" })} preventScrollReset>
                Sign In
              </ButtonLink>
              <ButtonLink variant="ghost" to={hrefWith({ panel: "register" })} preventScrollReset>
                Create Account
              </ButtonLink>
            </>
          }
        >
          Test mode shows a sample result without an account.
        </Notice>
      )}
      <KeptFields key={`kept ${data.content}`} what="product" intent={analyseIntent} isFilled={data.content !== ""} />
      <ProductComposer
        key={data.content}
        value={failed?.values["content"] ?? data.content}
        error={ofField}
        missing="Describe the product first."
        exampleHref={(name) => hrefWith({ example: name })}
      />
      <Recent items={data.recent} />
    </>
  );
}

function Recent({ items }: { items: AnalyseInput["recent"] }) {
  if (items.length === 0) return null;
  return (
    <Card
      title="Recent analyses"
      aside={
        <ButtonLink variant="ghost" size="small" icon="history" to={`${items[0]?.href}&history=1`}>
          All bots
        </ButtonLink>
      }
    >
      <ul className="recent">
        {items.map(({ href, summary, score, when, whenIso }) => (
          <li key={href}>
            <Link className="recent__link" to={href}>
              <strong dir="auto">{summary}</strong>
              <span className="hint">
                <span>{score === null ? "no score" : `${score} / 10`}</span> · <time dateTime={whenIso}>{when}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
