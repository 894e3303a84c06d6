// Renders a button that asks for a passkey and submits its form with the response.
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Button } from "~/ui/form/button";
import { FieldHint } from "~/ui/form/field";
import { useHydrated } from "~/ui/use-hydrated";
import type { Purpose } from "./ask-browser";

interface PasskeyButtonProps {
  purpose: Purpose;
  children: string;
  variant?: "primary" | "plain";
  wide?: boolean;
  isBeside?: boolean;
  error?: string | null;
  id: string;
}

export function PasskeyButton({ purpose, children, variant, wide, isBeside, error, id }: PasskeyButtonProps) {
  const hydrated = useHydrated();
  const mark = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);

  useEffect(() => {
    if (answer === null) return;
    mark.current?.form?.requestSubmit();
    setAnswer(null);
  }, [answer]);

  const ask = async () => {
    setAsking(true);
    setFault(null);
    try {
      const { askBrowser } = await import("./ask-browser");
      setAnswer(await askBrowser(purpose));
    } catch (error) {
      // A failed script load throws a TypeError with the browser's own message.
      setFault(error instanceof TypeError ? "Couldn’t reach the server. Try again." : (error as Error).message);
    } finally {
      setAsking(false);
    }
  };
  const press = (event: MouseEvent) => {
    event.preventDefault();
    void ask();
  };
  const wrong = isAsking ? null : (fault ?? error);
  return (
    <div className="field">
      {answer !== null && <input type="hidden" name="passkey" value={answer} ref={mark} />}
      <Button
        // Without JavaScript the form is submitted, and the server explains why that can't work.
        {...(hydrated ? { type: isBeside ? "button" : "submit", onClick: press } : { name: "passkey", value: "" })}
        icon="fingerprint-pattern"
        variant={variant}
        wide={wide}
        busy={isAsking}
        aria-describedby={wrong ? `${id}hint` : undefined}
      >
        {children}
      </Button>
      <FieldHint id={`${id}hint`} error={wrong} />
    </div>
  );
}
