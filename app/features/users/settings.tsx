// Settings: who you are, where your clock stands, how the page looks, and where programs may call.
import { Form } from "@remix-run/react";
import { Link } from "~/ui/link";
import { Button } from "~/ui/button";
import { Dialog, DialogBody } from "~/ui/dialog";
import { Fact, Facts } from "~/ui/facts";
import { Select } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { useBusy } from "~/ui/use-busy";
import type { ZoneOption } from "./zones.server";

export type ThemeChoice = "system" | "light" | "dark";

/** Each opens a modal of its own. */
interface AccountHrefs {
  password: string;
  everywhere: string;
  leave: string;
}

interface SettingsModalProps {
  /** Null for a guest. */
  user: { id: string; email: string; timezone: string } | null;
  theme: ThemeChoice;
  apiEndpoint: string;
  /** The zones to choose from. */
  timezones: readonly ZoneOption[];
  closeTo: string;
  hrefs: AccountHrefs;
  action?: string;
  /** What is wrong with the zone that was sent. */
  timezoneError?: string | null;
  /** Why the look could not be changed. */
  themeError?: string | null;
}

export function SettingsModal(props: SettingsModalProps) {
  const { user, theme, apiEndpoint, timezones, closeTo, hrefs, action, timezoneError, themeError } = props;
  return (
    <Dialog title="Settings" closeTo={closeTo}>
      <DialogBody>
        <Facts>
          {user ? (
            <>
              <Fact term="User ID">
                <code>{user.id}</code>
              </Fact>
              <Fact term="Email">{user.email}</Fact>
              <Fact term="Phone">
                <span className="quiet">Not set</span>
              </Fact>
              <Fact term="Timezone">{user.timezone}</Fact>
            </>
          ) : (
            <Fact term="Login status">Guest</Fact>
          )}
          <Fact term="API endpoint">
            <code>{apiEndpoint}</code>
          </Fact>
        </Facts>
        {user && (
          <Form method="post" action={action} preventScrollReset>
            <input type="hidden" name="intent" value="set-timezone" />
            <Select
              key={user.timezone}
              label="Change timezone"
              name="timezone"
              options={timezones}
              value={user.timezone}
              hint="A zone you choose is never overwritten by the browser’s."
              error={timezoneError}
            >
              <SaveZone />
            </Select>
          </Form>
        )}
        <Appearance theme={theme} action={action} error={themeError} />
        {user && <YourData />}
        {user && <YourAccount hrefs={hrefs} />}
      </DialogBody>
    </Dialog>
  );
}

function SaveZone() {
  return <Button busy={useBusy("set-timezone") !== null}>Save</Button>;
}

const looks = [
  { theme: "system", words: "System", icon: "monitor" },
  { theme: "light", words: "Light", icon: "sun" },
  { theme: "dark", words: "Dark", icon: "moon" },
] as const;

/** Three buttons, each of which sends its choice: one press, with or without a script. */
function Appearance({ theme, action, error }: { theme: ThemeChoice; action?: string; error?: string | null }) {
  const chosen = useBusy("set-theme")?.get("theme") ?? theme;
  return (
    <Form className="field" method="post" action={action} preventScrollReset>
      <input type="hidden" name="intent" value="set-theme" />
      <p className="field__label" id="appearance">
        Appearance
      </p>
      <div className="tabs tabs--wide" role="group" aria-labelledby="appearance">
        {looks.map(({ theme: one, words, icon }) => (
          <button className="tab" type="submit" name="theme" value={one} key={one} aria-pressed={chosen === one}>
            <Icon of={icon} />
            {words}
          </button>
        ))}
      </div>
      {error && <Notice tone="error" title={error} />}
    </Form>
  );
}

/** Plain links: a download is the browser's own business. */
function YourData() {
  return (
    <section className="field" aria-labelledby="your-data">
      <p className="field__label" id="your-data">
        Your data
      </p>
      <p className="field__links">
        <a className="link" href="/settings/export?format=json" download>
          Everything as JSON
        </a>
        <a className="link" href="/settings/export?format=csv" download>
          Tweets as CSV
        </a>
      </p>
    </section>
  );
}

function YourAccount({ hrefs }: { hrefs: AccountHrefs }) {
  const ways = [
    { to: hrefs.password, words: "Change password" },
    { to: hrefs.everywhere, words: "Sign out everywhere" },
    { to: hrefs.leave, words: "Delete my account" },
  ];
  return (
    <section className="field" aria-labelledby="your-account">
      <p className="field__label" id="your-account">
        Your account
      </p>
      <ul className="field__links">
        {ways.map(({ to, words }) => (
          <li key={to}>
            <Link className="link" to={to} preventScrollReset>
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
