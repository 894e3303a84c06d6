// Labelled input or select, with a hint or an error that describes it.
import { forwardRef, useId, type InputHTMLAttributes, type ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icons/icon";
import { Message } from "~/ui/message";

export interface Frame {
  label: string;
  small?: string;
  hint?: string;
  error?: string | null;
}

export interface FieldProps extends Frame, Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "value"> {
  name: string;
  value?: string | null;
  big?: boolean;
}

export const Field = forwardRef<HTMLInputElement, FieldProps>(function Field(
  { label, small, hint, error, value, big, ...input },
  ref,
) {
  const id = useId();
  return (
    <div className={classNames("field", big && "field--big")}>
      <FieldLabel htmlFor={id} label={label} small={small} />
      <input
        ref={ref}
        id={id}
        className="input"
        type="text"
        defaultValue={value ?? undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}hint` : undefined}
        data-autofocus={input.autoFocus || undefined}
        {...input}
        // Without a script, a page starts at the first error.
        autoFocus={Boolean(error) || input.autoFocus}
      />
      <FieldHint id={`${id}hint`} hint={hint} error={error} />
    </div>
  );
});

interface SelectProps extends Frame {
  name: string;
  options: readonly (string | { value: string; label: string })[];
  value: string;
  children?: ReactNode;
}

export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { label, small, hint, error, name, options, value, children },
  ref,
) {
  const id = useId();
  const all = options.map((option) => (typeof option === "string" ? { value: option, label: option } : option));
  const known = all.some((option) => option.value === value) ? all : [{ value, label: value }, ...all];
  const select = (
    <select
      ref={ref}
      id={id}
      name={name}
      className="input"
      defaultValue={value}
      aria-invalid={error ? true : undefined}
      aria-describedby={hint || error ? `${id}hint` : undefined}
    >
      {known.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
  return (
    <div className="field">
      <FieldLabel htmlFor={id} label={label} small={small} />
      {children ? (
        <div className="field__row">
          {select}
          {children}
        </div>
      ) : (
        select
      )}
      <FieldHint id={`${id}hint`} hint={hint} error={error} />
    </div>
  );
});

export function FieldLabel({ htmlFor, label, small }: { htmlFor: string; label: string; small?: string }) {
  return (
    <label className="field__label" htmlFor={htmlFor}>
      {label}
      {small && <small> {small}</small>}
    </label>
  );
}

export function FieldHint({ id, hint, error }: { id: string; hint?: string; error?: string | null }) {
  if (!hint && !error) return null;
  return (
    // The key renders a new element for each error: screen readers announce only alerts that appear.
    <p
      key={error}
      className={classNames("field__hint", error && "field__hint--wrong")}
      id={id}
      role={error ? "alert" : undefined}
    >
      {error && <Icon of="triangle-alert" />}
      <Message text={error || hint || ""} />
    </p>
  );
}
