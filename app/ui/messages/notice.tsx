// Notice on the page: a title, an explanation and at most one action.
import type { ReactNode } from "react";
import { Icon } from "~/ui/icons/icon";
import { Message } from "~/ui/message";

const icons = {
  login: "log-in",
  error: "triangle-alert",
  // Looks like an error but was there before, so it isn't announced on each page.
  attention: "triangle-alert",
  good: "circle-check",
  info: "info",
} as const;
const roles = { login: "note", error: "alert", attention: "note", good: "status", info: "note" };

interface NoticeProps {
  tone: keyof typeof icons;
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}

export function Notice({ tone, title, action, children }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={roles[tone]}>
      <Icon of={icons[tone]} />
      <p className="notice__text">
        <strong>
          <Message text={title} />
        </strong>
        {children && <small>{typeof children === "string" ? <Message text={children} /> : children}</small>}
      </p>
      {action && <div className="row">{action}</div>}
    </div>
  );
}
