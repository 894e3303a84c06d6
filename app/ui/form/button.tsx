// Buttons, and links that look like buttons.
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import { Link, type LinkProps } from "~/ui/link";
import { classNames } from "~/ui/class-names";
import { Icon, type IconName } from "~/ui/icons/icon";
import { useHydrated } from "~/ui/use-hydrated";

interface ButtonStyle {
  variant?: "primary" | "soft" | "plain" | "danger" | "ghost";
  size?: "small" | "large";
  wide?: boolean;
  icon?: IconName;
  iconAfter?: IconName;
  children: ReactNode;
}

const buttonClasses = ({ variant = "plain", size, wide }: Omit<ButtonStyle, "children">): string =>
  classNames("button", `button--${variant}`, size && `button--${size}`, wide && "button--wide");

/** With a script, a button is only marked as disabled, because `disabled` would drop the focus after a click. */
function useOff(disabled: boolean, busy: boolean): { disabled?: boolean; "aria-disabled"?: true } {
  const hydrated = useHydrated();
  if (!hydrated) return { disabled };
  return { "aria-disabled": disabled || busy || undefined };
}

const refuse = (event: MouseEvent) => event.preventDefault();

interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "className"> {
  busy?: boolean;
  done?: boolean;
}

export function Button({
  variant,
  size,
  wide,
  icon,
  iconAfter,
  busy = false,
  done = false,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const shown = busy ? "loader-circle" : icon;
  const off = useOff(Boolean(disabled) || done, busy);
  return (
    <button
      type="submit"
      className={classNames(buttonClasses({ variant, size, wide }), done && "button--done")}
      aria-busy={busy || undefined}
      {...rest}
      {...off}
      onClick={off["aria-disabled"] ? refuse : rest.onClick}
    >
      {shown && <Icon of={shown} />}
      <span>{children}</span>
      {iconAfter && <Icon of={iconAfter} />}
    </button>
  );
}

type ButtonLinkProps = ButtonStyle & Omit<LinkProps, "children" | "className">;

export function ButtonLink({ variant, size, wide, icon, iconAfter, children, ...rest }: ButtonLinkProps) {
  return (
    <Link className={buttonClasses({ variant, size, wide })} {...rest}>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
      {iconAfter && <Icon of={iconAfter} />}
    </Link>
  );
}

interface IconButtonStyle {
  label: string;
  icon: IconName;
  small?: boolean;
  danger?: boolean;
}

const iconButtonClasses = ({ small, danger }: Pick<IconButtonStyle, "small" | "danger">): string =>
  classNames("icon-button", small && "icon-button--small", danger && "icon-button--danger");

type IconButtonProps = IconButtonStyle & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "className">;

export function IconButton({ label, icon, small, danger, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={iconButtonClasses({ small, danger })} aria-label={label} {...rest}>
      <Icon of={icon} />
    </button>
  );
}

type IconLinkProps = IconButtonStyle & Omit<LinkProps, "children" | "className">;

export function IconLink({ label, icon, small, danger, ...rest }: IconLinkProps) {
  return (
    <Link className={iconButtonClasses({ small, danger })} aria-label={label} {...rest}>
      <Icon of={icon} />
    </Link>
  );
}
