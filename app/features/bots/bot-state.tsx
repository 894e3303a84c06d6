// Renders a bot's state, and the form that starts or stops it.
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { type BotCardView, type BotFacts, stateWord } from "./bot-view";

export function BotState({ of }: { of: Pick<BotFacts, "status"> }) {
  const word = stateWord(of);
  return <span className={`state state--${word.toLowerCase()}`}>{word}</span>;
}

export const startBot = "start-bot";

interface SwitchProps {
  analysisId: string;
  starts?: boolean;
  label: string;
  variant?: "primary" | "plain";
  wide?: boolean;
  /** Already running: the button stays and keeps the focus. */
  done?: boolean;
  children?: React.ReactNode;
}

export function BotSwitch({ analysisId, starts, label, variant, wide, done, children }: SwitchProps) {
  const intent = starts ? startBot : "stop-bot";
  return (
    <IntentForm className="control" intent={intent} fields={{ analysisId }} preventScrollReset>
      {children}
      <Submit
        icon={done ? "check" : starts ? "play" : "square"}
        size={wide ? undefined : "small"}
        variant={variant}
        wide={wide}
        done={done}
      >
        {label}
      </Submit>
    </IntentForm>
  );
}

export function StartStop({ of: { analysisId, enabled, gaveUp, startable } }: { of: BotCardView }) {
  return (
    <>
      {enabled && <BotSwitch analysisId={analysisId} label="Stop" />}
      {(!enabled || gaveUp) && startable && <BotSwitch analysisId={analysisId} starts label="Start" />}
    </>
  );
}
