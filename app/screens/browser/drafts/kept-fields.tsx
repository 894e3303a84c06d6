// Keeps the long texts of a form in this browser, and says that they were restored.
import { useEffect, useRef, useState } from "react";
import { useScreen } from "~/screens/frame/screen";
import { Button } from "~/ui/form/button";
import type { Intent } from "~/ui/form/use-busy";
import { announce } from "~/ui/messages/announce";
import { Notice } from "~/ui/messages/notice";
import type { KeptForm } from "./keep-form";

const restored = "Restored your unsaved changes.";

interface KeptFieldsProps {
  /** Names the form in the store. */
  what: string;
  intent: Intent;
  fields?: string;
  /** The address fills the form, so no draft is restored over it. */
  isFilled?: boolean;
  /** Some of its buttons save nothing. */
  saves?: (form: FormData) => boolean;
}

export function KeptFields({ what, intent, fields = "textarea", isFilled = false, saves }: KeptFieldsProps) {
  const userId = useScreen().user?.id;
  const [isRestored, setRestored] = useState(false);
  const [isKept, setKept] = useState(true);
  const kept = useRef<KeptForm | null>(null);
  const latest = useRef({ isFilled, saves });
  latest.current = { isFilled, saves };

  useEffect(() => {
    if (userId === undefined) return;
    let isLeft = false;
    const start = async () => {
      const { keepInBrowser } = await import("./keep-in-browser.client");
      if (isLeft) return;
      kept.current = keepInBrowser({
        user: userId,
        what,
        fields: () => fieldsOf(intent, fields),
        isFilled: latest.current.isFilled,
        saves: (form) => form.get("intent") === intent && (latest.current.saves?.(form) ?? true),
        onRestore(now) {
          if (isLeft) return;
          setRestored(now);
          if (now) announce(restored);
        },
        onWrite: (now) => !isLeft && setKept(now),
      });
    };
    // Without its script the form works as before, and the next page tries again.
    start().catch(() => {});
    return () => {
      isLeft = true;
      kept.current?.close();
      kept.current = null;
    };
  }, [userId, what, intent, fields]);

  useEffect(() => kept.current?.sync());

  return (
    <>
      {isRestored && (
        <Notice
          tone="info"
          title={restored}
          action={
            <Button type="button" size="small" onClick={() => kept.current?.discard()}>
              Discard
            </Button>
          }
        />
      )}
      {!isKept && <p className="hint">Your text isn’t kept: this browser blocks storage.</p>}
    </>
  );
}

function fieldsOf(intent: Intent, selector: string): (HTMLTextAreaElement | HTMLInputElement)[] {
  const hidden = document.querySelectorAll<HTMLInputElement>(`input[name="intent"][value="${intent}"]`);
  const elements = [...hidden].flatMap(({ form }) => [...(form?.elements ?? [])]);
  return elements.filter((element) => element.matches(selector)) as HTMLTextAreaElement[];
}
