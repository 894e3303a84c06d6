// Switch for learning from kept tweets: off by default, offered once.
import { Check } from "~/ui/form/check";
import { Notice } from "~/ui/messages/notice";
import { Card } from "~/ui/page/page";
import type { TypedVoice } from "./typed-voice";
import { demoWriter } from "./voice";

interface LearningProps {
  typed: TypedVoice;
  writer: string;
  isOffered: boolean;
}

export function Learning({ typed, writer, isOffered }: LearningProps) {
  return (
    <Card
      title="Learn from what I keep"
      aside={<Check name="learn" label="Learn" on="" off="" checked={typed.learn} />}
    >
      {isOffered && (
        <Notice tone="info" title="New: what you keep and discard can teach the writer.">
          It is off until you turn it on and save.
        </Notice>
      )}
      <p className="quiet">
        Sends <span>{writer === demoWriter ? "the writer" : writer}</span> up to five of your tweets that were posted as
        written, five edits and five discarded ones, of this account and the last 60 days.{" "}
        <span>
          {writer === demoWriter
            ? "The demo writer takes nothing of it."
            : "On Gemini’s free tier Google may use them."}
        </span>
      </p>
    </Card>
  );
}
