// Shows one topic written with and without the voice as typed. Neither is stored.
import { Field } from "~/ui/form/field";
import { Notice } from "~/ui/messages/notice";
import { Link } from "~/ui/link";
import { Card } from "~/ui/page/page";
import type { TypedVoice } from "./typed-voice";
import { VoiceButton, voiceFormId } from "./voice-form";

interface PreviewProps {
  typed: TypedVoice;
  fault: string | undefined;
  /** Why the writer can't; null if it can. */
  refusal: string | null;
  goLiveHref: string;
}

export function VoicePreview({ typed, fault, refusal, goLiveHref }: PreviewProps) {
  const { before, after } = typed;
  const topic = { label: "Topic", name: "topic", form: voiceFormId, value: typed.topic, dir: "auto" } as const;
  if (refusal !== null)
    return (
      <Card title="Before and after">
        {typed.topic && <Field {...topic} readOnly />}
        <p className="quiet">
          {refusal}{" "}
          <Link className="link" to={goLiveHref} preventScrollReset>
            Go live
          </Link>
        </p>
      </Card>
    );
  return (
    <Card title="Before and after">
      <Field {...topic} placeholder="e.g. raising my prices" error={fault} autoComplete="off" />
      {before && (
        <div className="both">
          <h3>Without your voice</h3>
          <p dir="auto">{before}</p>
          <h3>With it</h3>
          <p className="both__after" dir="auto">
            {after}
          </p>
        </div>
      )}
      {typed.fault && (
        <Notice tone="info" title={typed.fault}>
          In a batch, Linnet would rewrite this draft or leave it out.
        </Notice>
      )}
      <VoiceButton does="preview" wide {...(before && { icon: "refresh-cw" as const })}>
        {before ? "Compare again" : "Compare"}
      </VoiceButton>
      <p className="hint">Uses two generations. Neither draft is saved or posted.</p>
    </Card>
  );
}
