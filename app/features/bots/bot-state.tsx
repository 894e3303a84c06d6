// How a bot stands at a glance, and the form that starts or stops it.
import { Form } from "@remix-run/react";
import { Button } from "~/ui/button";
import { useBusy } from "~/ui/use-busy";
import { type BotFacts, stateWord } from "./bot-view";

export function BotState({ of }: { of: Pick<BotFacts, "status"> }) {
  const word = stateWord(of);
  return <span className={`state state--${word.toLowerCase()}`}>{word}</span>;
}

interface SwitchProps {
  analysisId: string;
  intent: "start-bot" | "stop-bot";
  label: string;
  variant?: "primary" | "plain";
  wide?: boolean;
  /** It runs: the same button says so and keeps the focus. */
  done?: boolean;
  children?: React.ReactNode;
}

/** One press; each bot has its own progress. */
export function BotSwitch({ analysisId, intent, label, variant, wide, done, children }: SwitchProps) {
  const busy = useBusy(intent)?.get("analysisId") === analysisId;
  return (
    <Form className="control" method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="analysisId" value={analysisId} />
      {children}
      <Button
        icon={done ? "check" : intent === "start-bot" ? "play" : "square"}
        size={wide ? undefined : "small"}
        variant={variant}
        wide={wide}
        busy={busy}
        done={done}
      >
        {label}
      </Button>
    </Form>
  );
}
