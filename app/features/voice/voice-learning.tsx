// Switch for learning from kept tweets: off by default, offered once.
import { Check } from "~/ui/form/check";
import { Notice } from "~/ui/messages/notice";
import { Card } from "~/ui/page/page";
import type { TypedVoice } from "./typed-voice";
import { usedBy } from "~/ports/ai/writer-words";
import { demoWriter } from "./voice";

interface LearningProps {
  typed: TypedVoice;
  writer: string;
  isOffered: boolean;
}

export function Learning({ typed, writer, isOffered }: LearningProps) {
  return (
    <Card title="Learn from my edits" aside={<Check name="learn" label="Learn" on="" off="" checked={typed.learn} />}>
      {isOffered && (
        <Notice tone="info" title="New: Linnet can learn from what you keep and delete">
          Off until you turn it on and save.
        </Notice>
      )}
      <p className="quiet">
        Linnet sends <span>{writer === demoWriter ? "the AI" : writer}</span> up to five tweets posted as written, five
        edits and five deleted drafts from this account’s last 60 days. <span>{usedBy(writer)}</span>
      </p>
    </Card>
  );
}
