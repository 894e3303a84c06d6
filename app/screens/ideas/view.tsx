// View of /ideas: tabs, filters and the list.
import type { ReactNode } from "react";
import { LoginNotice } from "~/features/generation/notices";
import { ButtonLink } from "~/ui/form/button";
import { Select, Field } from "~/ui/form/field";
import { Empty } from "~/ui/page/empty";
import { PageHead } from "~/ui/page/page";
import { Pager } from "~/ui/page/pager";
import { Tabs } from "~/ui/page/tabs";
import { Notice } from "~/ui/messages/notice";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { intentOf } from "~/screens/forms/intents";
import { useEditing } from "~/screens/editing/use-editing";
import { useWriteHref } from "~/screens/composer/write-href";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { Trash } from "./trash";
import { IdeaList } from "./idea-list";
import type { IdeasData } from "./to-view.server";
import { Topics } from "./topics";
import { Button } from "~/ui/form/button";
import { Form } from "@remix-run/react";

const help =
  "Every tweet that isn’t scheduled or posted: AI drafts, your own, unscheduled and failed ones. Nothing is deleted unless you delete it.";

export function IdeasView({ data, result }: { data: IdeasData; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const writeHref = useWriteHref();
  const { signedIn, view, unsent, inTrash } = data;
  const refusal = result?.ok === false && intentOf(result.intent)?.panel === undefined ? result.error : null;
  return (
    <>
      <PageHead title="Ideas" help={help}>
        <div className="row">
          <ButtonLink icon="feather" to="/generate">
            New topic
          </ButtonLink>
          <ButtonLink
            variant="primary"
            icon="pencil"
            to={signedIn ? writeHref() : hrefWith({ panel: "login" })}
            preventScrollReset={!signedIn}
          >
            Write a tweet
          </ButtonLink>
        </div>
      </PageHead>
      {!signedIn ? (
        <LoginNotice signInHref={hrefWith({ panel: "login" })} createHref={hrefWith({ panel: "register" })} />
      ) : (
        <>
          {data.missing && <Notice tone="info" title="Tweet not found" />}
          {refusal && <Notice tone="error" title={refusal} />}
          <Tabs
            label="Ideas"
            items={[
              { to: "/ideas", label: `Drafts ${unsent}`, current: view === "unsent" },
              { to: "/ideas?view=topics", label: "Topics", current: view === "topics" },
              { to: "/ideas?state=bin", label: `Trash ${inTrash}`, current: view === "bin" },
            ]}
          />
          <Filters data={data} />
          <List data={data} result={result} />
          <Pager
            label="Pages"
            newer={data.newer === null ? null : hrefWith({ before: data.newer || null, all: null })}
            older={data.older === null ? null : hrefWith({ before: data.older, all: null })}
          />
        </>
      )}
    </>
  );
}

const states = [
  { value: "", label: "All" },
  { value: "open", label: "Pending" },
  { value: "failed", label: "Failed" },
];

function Filters({ data: { view, filters } }: { data: IdeasData }) {
  const { q, account, state, topic, accounts, topics } = filters;
  return (
    <Form className={`filters filters--${view}`} role="search" action="/ideas" key={JSON.stringify(filters)}>
      {view === "topics" && <input type="hidden" name="view" value="topics" />}
      {view === "bin" && <input type="hidden" name="state" value="bin" />}
      <Field
        label={{ unsent: "Search drafts", topics: "Search topics", bin: "Search Trash" }[view]}
        name="q"
        type="search"
        value={q}
        maxLength={200}
      />
      {view !== "topics" && (
        <Select
          label="Account"
          name="account"
          value={account}
          options={[{ value: "", label: "All accounts" }, ...accounts]}
        />
      )}
      {view === "unsent" && (
        <>
          <Select label="Status" name="state" value={state} options={states} />
          <Select label="Topic" name="topic" value={topic} options={[{ value: "", label: "Any topic" }, ...topics]} />
        </>
      )}
      <Button>Apply</Button>
    </Form>
  );
}

function List({ data, result }: { data: IdeasData; result: ActionResult | undefined }): ReactNode {
  const { view, isNarrowed, filters } = data;
  const tweets = data.days.flatMap(({ ideas }) => ideas.map(({ tweet }) => tweet));
  const editing = useEditing(tweets, data.editing, result);
  const isEmpty = data.days.length + data.topics.length + data.discarded.length + editing.gone.length === 0;
  if (!isEmpty) {
    if (view === "topics") return <Topics topics={data.topics} />;
    return view === "bin" ? <Trash discarded={data.discarded} /> : <IdeaList days={data.days} editing={editing} />;
  }
  if (isNarrowed) {
    const clear = { unsent: "/ideas", topics: "/ideas?view=topics", bin: "/ideas?state=bin" }[view];
    const what = { unsent: "drafts", topics: "topics", bin: "tweets in Trash" }[view];
    return (
      <Empty
        title={filters.q.trim() ? `No ${what} match “${filters.q.trim()}”` : `No ${what} match these filters`}
        action={<ButtonLink to={clear}>{filters.q.trim() ? "Clear search" : "Show all"}</ButtonLink>}
      >
        Search looks for all your words, in any order.
      </Empty>
    );
  }
  if (view === "bin") return <Empty title="Trash is empty">Items in Trash are deleted after 30 days.</Empty>;
  return (
    <Empty
      title={view === "topics" ? "No topics yet" : "No drafts"}
      action={
        <ButtonLink variant="soft" icon="feather" to="/generate">
          Start with a topic
        </ButtonLink>
      }
    >
      {view === "topics"
        ? "Topics you generate tweets about show up here."
        : "Drafts you haven’t posted or scheduled show up here."}
    </Empty>
  );
}
