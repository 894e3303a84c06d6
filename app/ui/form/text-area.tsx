// A labelled field of several lines, with a foot for what is counted in it.
import { forwardRef, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import { classNames } from "~/ui/class-names";
import { FieldHint, FieldLabel, type Frame } from "./field";

interface TextAreaProps extends Frame, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className" | "value"> {
  name: string;
  /** What was written before. */
  value?: string;
  foot?: ReactNode;
  /** The one large question of a screen. */
  big?: boolean;
  /** Its dialog asks before it closes (use-modal). */
  "data-unsaved"?: boolean;
}

export const TextArea = forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea(
  { label, small, hint, error, value, foot, big, ...area },
  ref,
) {
  const id = useId();
  return (
    <div className={classNames("field", big && "field--big")}>
      <FieldLabel htmlFor={id} label={label} small={small} />
      <textarea
        ref={ref}
        id={id}
        className="input"
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}hint` : undefined}
        data-autofocus={!big || undefined}
        {...area}
        // A page without a script begins at what is wrong.
        autoFocus={Boolean(error) || area.autoFocus}
      />
      {foot}
      <FieldHint id={`${id}hint`} hint={hint} error={error} />
    </div>
  );
});
