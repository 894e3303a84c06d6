// Checkbox shown as a switch, with a line that describes its state.
import type { InputHTMLAttributes } from "react";

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type" | "checked"> {
  name: string;
  label: string;
  on: string;
  off: string;
  checked?: boolean;
}

export function Check({ label, on, off, checked, ...input }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" defaultChecked={checked} {...input} />
      <span className="check__text">
        <strong>{label}</strong> <small className="check__on">{on}</small>
        <small className="check__off">{off}</small>
      </span>
    </label>
  );
}
