// The button that asks the browser for a passkey and sends its form with the answer. Without a script the server says why not.
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
  /** The form has a button of its own, which Enter in a field means. */
  isBeside?: boolean;
  /** What the server said of the last answer. */
  error?: string | null;
  id: string;
}

export function PasskeyButton({ purpose, children, variant, wide, isBeside, error, id }: PasskeyButtonProps) {
  const hydrated = useHydrated();
  const mark = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);

  // Once the answer stands in the form.
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
      // A script that can't be had says so in the browser's own words.
      setFault(
        error instanceof TypeError ? "The server can't be reached. Please try again." : (error as Error).message,
      );
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
        // Without a script it is sent, and the server answers in words.
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
