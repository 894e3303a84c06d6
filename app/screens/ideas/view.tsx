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
import { useHrefWith } from "~/screens/forms/use-href-with";
import { Bin } from "./bin";
import { IdeaList } from "./idea-list";
import type { IdeasData } from "./to-view.server";
import { Topics } from "./topics";
import { Button } from "~/ui/form/button";
import { Form } from "@remix-run/react";

const help =
  "Everything written and not sent: from your topics, your own words, what was unscheduled, what failed. Nothing here is lost without a press.";

export function IdeasView({ data, result }: { data: IdeasData; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const { signedIn, view, unsent, inBin } = data;
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
            to={hrefWith(signedIn ? { write: "1", tweet: null } : { panel: "login" })}
            preventScrollReset
          >
            Write a tweet
          </ButtonLink>
        </div>
      </PageHead>
      {!signedIn ? (
        <LoginNotice signInHref={hrefWith({ panel: "login" })} createHref={hrefWith({ panel: "register" })} />
      ) : (
        <>
          {data.missing && <Notice tone="info" title="This tweet does not exist" />}
          {refusal && <Notice tone="error" title={refusal} />}
          <Tabs
            label="Ideas"
            items={[
              { to: "/ideas", label: `Unsent ${unsent}`, current: view === "unsent" },
              { to: "/ideas?view=topics", label: "Topics", current: view === "topics" },
              { to: "/ideas?state=bin", label: `Bin ${inBin}`, current: view === "bin" },
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
  { value: "", label: "Any state" },
  { value: "open", label: "Open" },
  { value: "failed", label: "Failed" },
];

function Filters({ data: { view, filters } }: { data: IdeasData }) {
  const { q, account, state, topic, accounts, topics } = filters;
  return (
    <Form className={`filters filters--${view}`} role="search" action="/ideas" key={JSON.stringify(filters)}>
      {view === "topics" && <input type="hidden" name="view" value="topics" />}
      {view === "bin" && <input type="hidden" name="state" value="bin" />}
      <Field
        label={view === "topics" ? "Search your topics" : "Search the words"}
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
          <Select label="State" name="state" value={state} options={states} />
          <Select label="Topic" name="topic" value={topic} options={[{ value: "", label: "Any topic" }, ...topics]} />
        </>
      )}
      <Button>Show</Button>
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
    return view === "bin" ? <Bin discarded={data.discarded} /> : <IdeaList days={data.days} editing={editing} />;
  }
  if (isNarrowed) {
    const clear = { unsent: "/ideas", topics: "/ideas?view=topics", bin: "/ideas?state=bin" }[view];
    const what = { unsent: "unsent tweet", topics: "topic", bin: "discarded tweet" }[view];
    return (
      <Empty
        title={filters.q.trim() ? `No ${what} says “${filters.q.trim()}”` : `No ${what} is like this`}
        action={<ButtonLink to={clear}>{filters.q.trim() ? "Clear the search" : "Show all"}</ButtonLink>}
      >
        Every word is looked for, in any case and in any script.
      </Empty>
    );
  }
  if (view === "bin") return <Empty title="The bin is empty">What you discard stays here for 30 days.</Empty>;
  return (
    <Empty
      title={view === "topics" ? "No topic yet" : "Nothing waiting"}
      action={
        <ButtonLink variant="soft" icon="feather" to="/generate">
          Start with a topic
        </ButtonLink>
      }
    >
      {view === "topics"
        ? "What you ask for stands here."
        : "Whatever is written and not sent stands here until you need it."}
    </Empty>
  );
}
