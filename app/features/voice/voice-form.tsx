// Form for a voice: author, audience, sound and words to avoid. Its buttons name the action.
import { type ReactNode, useId } from "react";
import { Button } from "~/ui/form/button";
import { Check } from "~/ui/form/check";
import { Field, Select } from "~/ui/form/field";
import { IntentForm } from "~/ui/form/intent-form";
import { TextArea } from "~/ui/form/text-area";
import { useBusy } from "~/ui/form/use-busy";
import { Icon } from "~/ui/icons/icon";
import { Card } from "~/ui/page/page";
import { FieldHint } from "~/ui/form/field";
import { toneName, type TypedVoice } from "./typed-voice";
import { type Amount, amounts, demoWriter, maxAvoid, maxTones, tones } from "./voice";

export const voiceFormId = "voice";
export const voiceIntent = "keep-voice";

interface VoiceFormProps {
  account: { id: number; username: string };
  typed: TypedVoice;
  writer: string;
  languages: readonly { value: string; label: string }[];
  faults: Record<string, string>;
  children: ReactNode;
}

export function VoiceForm({ account, typed, writer, languages, faults, children }: VoiceFormProps) {
  return (
    // Multipart, because URL encoding triples the size of a Chinese sample.
    <IntentForm
      id={voiceFormId}
      className="voice__form"
      intent={voiceIntent}
      encType="multipart/form-data"
      fields={{ account: account.id }}
      noValidate
      preventScrollReset
    >
      {/* The first button of a form is what Enter submits. */}
      <button type="submit" name="do" value="save" hidden />
      <Card title="Write in this voice" aside={<Check name="on" label="In use" on="" off="" checked={typed.on} />}>
        <p className="quiet">
          Linnet uses these settings for every draft for @{account.username}. They’re sent to {writer} with the topic
          and your recent posts.
          {writer === demoWriter && (
            <span> The demo writer follows only the settings for hashtags, emoji and words to avoid.</span>
          )}
        </p>
      </Card>
      <Card title="You and your audience">
        <TextArea
          label="About you"
          name="about"
          rows={3}
          value={typed.about}
          error={faults["about"]}
          dir="auto"
          hint="Up to 500 characters"
        />
        <TextArea
          label="Your audience"
          name="audience"
          rows={2}
          value={typed.audience}
          error={faults["audience"]}
          dir="auto"
        />
        <Select
          label="Language"
          name="language"
          options={languages}
          value={typed.language}
          error={faults["language"]}
        />
      </Card>
      <Card title="How it sounds">
        <Tones typed={typed} fault={faults["tone"]} />
        <div className="settings__two">
          <Amounts legend="Hashtags" name="hashtags" value={typed.hashtags} />
          <Amounts legend="Emoji" name="emoji" value={typed.emoji} />
        </div>
        <Field
          label="Words to avoid"
          name="avoid"
          value={typed.avoid}
          error={faults["avoid"]}
          hint={`Up to ${maxAvoid} words or phrases, separated by commas. Drafts that use one are thrown away.`}
          autoComplete="off"
          dir="auto"
        />
      </Card>
      {children}
      <div className="row row--end">
        <p className="hint">Applies to your next topic.</p>
        <VoiceButton does="save" variant="primary">
          Save voice
        </VoiceButton>
      </div>
    </IntentForm>
  );
}

function Tones({ typed, fault }: { typed: TypedVoice; fault: string | undefined }) {
  const id = useId();
  return (
    <fieldset className="chips" aria-describedby={fault ? id : undefined}>
      <legend className="field__label">Up to {maxTones}</legend>
      {tones.map((tone) => (
        <label className="chip" key={tone}>
          <input type="checkbox" name={toneName(tone)} defaultChecked={typed.tone.includes(tone)} />
          <Icon of="check" />
          {tone[0]?.toUpperCase() + tone.slice(1)}
        </label>
      ))}
      <FieldHint id={id} error={fault} />
    </fieldset>
  );
}

const amountWords: Record<Amount, string> = { never: "Never", one: "Up to one", fits: "When it fits" };

function Amounts({ legend, name, value }: { legend: string; name: string; value: Amount }) {
  return (
    <fieldset className="field">
      <legend className="field__label">{legend}</legend>
      <div className="tabs">
        {amounts.map((amount) => (
          <label className="tab" key={amount}>
            <input
              className="visually-hidden"
              type="radio"
              name={name}
              value={amount}
              defaultChecked={amount === value}
            />
            {amountWords[amount]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface VoiceButtonProps {
  does: "save" | "add" | "read" | "preview";
  variant?: "primary" | "plain";
  icon?: "plus" | "refresh-cw";
  wide?: boolean;
  children: ReactNode;
}

export function VoiceButton({ does, children, ...rest }: VoiceButtonProps) {
  const doing = useBusy(voiceIntent)?.get("do") ?? null;
  return (
    <Button
      {...rest}
      name="do"
      value={does}
      form={voiceFormId}
      busy={doing === does}
      disabled={doing !== null && doing !== does}
    >
      {children}
    </Button>
  );
}
