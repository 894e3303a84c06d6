// Renders the doctor's findings: state, message, what to do, and text to copy.
import { Icon, type IconName } from "~/ui/icons/icon";
import { CopyField } from "~/ui/form/copy-field";
import type { Finding } from "./finding";

const marks: Record<Finding["state"], { icon: IconName; word: string }> = {
  good: { icon: "circle-check", word: "OK" },
  check: { icon: "eye", word: "Warning" },
  bad: { icon: "triangle-alert", word: "Error" },
  off: { icon: "circle", word: "Not checked" },
};

/** The same in short, as a list inside a step. */
export function Checks({ findings }: { findings: readonly Omit<Finding, "copy">[] }) {
  return (
    <ul className="checks">
      {findings.map(({ id, title, state, message, todo }) => (
        <li className={`checked finding--${state}`} key={id}>
          <Icon of={marks[state].icon} />
          <p>
            <strong>{title}</strong> <span className="visually-hidden">{marks[state].word}</span>
            <small>{message}</small>
            {todo && <small>{todo}</small>}
          </p>
        </li>
      ))}
    </ul>
  );
}

export function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="findings">
      {findings.map(({ id, title, state, message, todo, copy }) => (
        <li className={`finding finding--${state}`} key={id}>
          <Icon of={marks[state].icon} />
          <div className="finding__text">
            <h2 className="finding__title">
              {title} <span className="finding__state">{marks[state].word}</span>
            </h2>
            <p>{message}</p>
            {todo && <p className="finding__todo">{todo}</p>}
            {copy && <CopyField label={title} text={copy} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
