// Renders Bot Control: start and stop, past and next posts, the tweet awaiting approval.
import { demoWriter } from "~/ports/ai/writer-words";
import { ConnectLink } from "~/features/users/account-state";
import { ButtonLink } from "~/ui/form/button";
import { DescriptionItem, DescriptionList } from "~/ui/page/description-list";
import { Select } from "~/ui/form/field";
import { Card } from "~/ui/page/page";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { BotState, BotSwitch } from "./bot-state";
import type { ControlView } from "./bot-view";
import { LearnCheck, LearnHint } from "./learning";
import { Proposal } from "./proposal";

interface BotControlProps {
  of: ControlView;
  sandbox: boolean;
  writer: string;
  editHref(tweetId: number): string;
  activeHref: string;
  historyHref: string;
}

export const listHeadings = { active: "active-bots", history: "all-bots" };

/** Ids of the links that open the lists; focus returns there. */
export const openers = { active: "open-active", history: "open-history" };

export function BotControl({ of: bot, sandbox, writer, editHref, activeHref, historyHref }: BotControlProps) {
  const { analysisId, enabled, gaveUp, reason } = bot;
  const runs = enabled && !gaveUp;
  return (
    <Card title="Bot Control" aside={<BotState of={bot} />}>
      <p className="hint">{promise(bot)}</p>
      {writer === demoWriter && (
        <p className="hint">The demo writer makes the bot’s tweets from stock sentences, without AI.</p>
      )}
      {reason && (
        <p className="bot__reason" role="note">
          {reason} <ConnectLink after={reason} />
        </p>
      )}
      {bot.proposal && <Proposal of={bot.proposal} sandbox={sandbox} editHref={editHref(bot.proposal.id)} />}
      {bot.status !== "not_started" && <Doings of={bot} />}
      <div className="control">
        <BotSwitch
          analysisId={analysisId}
          starts
          label={runs ? "Bot Started" : "Start Bot"}
          variant={runs ? undefined : "primary"}
          wide
          done={runs}
        >
          {bot.usernames.length > 1 && !enabled && (
            <Select label="Posts as" name="as" options={bot.usernames} value={`@${bot.username ?? ""}`} />
          )}
        </BotSwitch>
        {enabled && <BotSwitch analysisId={analysisId} label="Stop Bot" wide />}
        {enabled && <Review analysisId={analysisId} on={bot.review} />}
        {bot.status !== "not_started" && <Learning of={bot} writer={writer} />}
        <ButtonLink
          id={openers.active}
          icon="activity"
          wide
          to={`${activeHref}#${listHeadings.active}`}
          preventScrollReset
        >
          View Active Bot Status
        </ButtonLink>
        <ButtonLink
          id={openers.history}
          icon="history"
          wide
          to={`${historyHref}#${listHeadings.history}`}
          preventScrollReset
        >
          View All Bot History
        </ButtonLink>
      </div>
    </Card>
  );
}

function promise({ perDay, username, review }: ControlView): string {
  const as = username === null ? "as one of your accounts" : `as @${username}`;
  const often = perDay === 0 ? "Tweets" : perDay === 1 ? "Up to 1 tweet a day" : `Up to ${perDay} tweets a day`;
  return `${often} ${as}, at random times, ${review ? "each after you approve it" : "without asking you"}.`;
}

function Doings({ of: { posts, next, last } }: { of: ControlView }) {
  return (
    <DescriptionList>
      <DescriptionItem term="Next post">
        {next ? <time dateTime={next.iso}>{next.text}</time> : "None planned"}
      </DescriptionItem>
      <DescriptionItem term="Last post">
        {last ? <time dateTime={last.iso}>{last.text}</time> : "None yet"}
      </DescriptionItem>
      <DescriptionItem term="Posts so far">{posts}</DescriptionItem>
    </DescriptionList>
  );
}

function Review({ analysisId, on }: { analysisId: string; on: boolean }) {
  return (
    <IntentForm
      className="control"
      intent="review-bot"
      fields={{ analysisId, review: on ? undefined : "on" }}
      preventScrollReset
    >
      <Submit icon="eye" wide aria-pressed={on}>
        {on ? "Post without asking me" : "Ask me before each post"}
      </Submit>
    </IntentForm>
  );
}

function Learning({ of: { analysisId, learn }, writer }: { of: ControlView; writer: string }) {
  return (
    <IntentForm className="control" intent="teach-bot" fields={{ analysisId }} preventScrollReset>
      <LearnCheck checked={learn} />
      <LearnHint writer={writer} />
      <Submit size="small">Save</Submit>
    </IntentForm>
  );
}
