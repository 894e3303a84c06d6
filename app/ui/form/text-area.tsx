// Labelled text area, with a foot for a counter.
import { forwardRef, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import { classNames } from "~/ui/class-names";
import { FieldHint, FieldLabel, type Frame } from "./field";

interface TextAreaProps extends Frame, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className" | "value"> {
  name: string;
  value?: string;
  foot?: ReactNode;
  big?: boolean;
  /** The dialog asks before it closes (use-modal). */
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
        autoFocus={Boolean(error) || area.autoFocus}
      />
      {foot}
      <FieldHint id={`${id}hint`} hint={hint} error={error} />
    </div>
  );
});
