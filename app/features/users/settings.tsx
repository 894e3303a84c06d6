// Shows the Settings dialog: account, time zone, appearance, preferences and links.
import { useEffect, useRef } from "react";
import { Link } from "~/ui/link";
import { Dialog, DialogBody } from "~/ui/dialog/dialog";
import { DescriptionItem, DescriptionList } from "~/ui/page/description-list";
import { Check } from "~/ui/form/check";
import { Select } from "~/ui/form/field";
import { Icon } from "~/ui/icons/icon";
import { Notice } from "~/ui/messages/notice";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { useBusy } from "~/ui/form/use-busy";
import type { Preferences } from "./user";
import { setTimezone } from "./zone/zone-names";
import type { ZoneOption } from "./zone/zones.server";

const setTheme = "set-theme";
const setPreferences = "set-preferences";

export type ThemeChoice = "system" | "light" | "dark";

interface AccountHrefs {
  all: string;
  password: string;
  everywhere: string;
  leave: string;
}

interface SettingsModalProps {
  user: (Preferences & { id: string; email: string; timezone: string }) | null;
  theme: ThemeChoice;
  apiEndpoint: string;
  timezones: readonly ZoneOption[];
  closeTo: string;
  hrefs: AccountHrefs;
  action?: string;
  failed?: { intent: string; error: string | null };
}

export function SettingsModal(props: SettingsModalProps) {
  const { user, theme, apiEndpoint, timezones, closeTo, hrefs, action, failed } = props;
  return (
    <Dialog title="Settings" closeTo={closeTo}>
      <DialogBody>
        <DescriptionList>
          {user ? (
            <>
              <DescriptionItem term="User ID">
                <code>{user.id}</code>
              </DescriptionItem>
              <DescriptionItem term="Email">{user.email}</DescriptionItem>
              <DescriptionItem term="Phone">
                <span className="quiet">Not set</span>
              </DescriptionItem>
              <DescriptionItem term="Timezone">{user.timezone}</DescriptionItem>
            </>
          ) : (
            <DescriptionItem term="Login status">Guest</DescriptionItem>
          )}
          <DescriptionItem term="API endpoint">
            <code>{apiEndpoint}</code>
          </DescriptionItem>
          {user && (
            <DescriptionItem term="API">
              <Link className="link" to="/settings/programs">
                API keys and webhooks
              </Link>{" "}
              ·{" "}
              <a className="link" href="/api/docs">
                API documentation
              </a>
            </DescriptionItem>
          )}
        </DescriptionList>
        {user && (
          <IntentForm intent={setTimezone} action={action} preventScrollReset>
            <OwnZone
              zone={user.timezone}
              timezones={timezones}
              error={failed?.intent === setTimezone ? failed.error : null}
            />
          </IntentForm>
        )}
        <Appearance theme={theme} action={action} error={failed?.intent === setTheme ? failed.error : null} />
        {user && (
          <PreferencesForm {...user} action={action} error={failed?.intent === setPreferences ? failed.error : null} />
        )}
        {user && <YourData />}
        {user && <YourAccount hrefs={hrefs} />}
      </DialogBody>
    </Dialog>
  );
}

/** Follows a zone set elsewhere, but keeps an unsaved choice. */
function OwnZone({ zone, timezones, error }: { zone: string; timezones: readonly ZoneOption[]; error: string | null }) {
  const select = useRef<HTMLSelectElement>(null);
  const shown = useRef(zone);
  useEffect(() => {
    if (select.current?.value === shown.current) select.current.value = zone;
    shown.current = zone;
  }, [zone]);
  return (
    <Select
      label="Change time zone"
      name="timezone"
      options={timezones}
      value={zone}
      hint="Linnet won’t change a time zone you set yourself."
      error={error}
      ref={select}
    >
      <Submit>Save time zone</Submit>
    </Select>
  );
}

const themes = [
  { theme: "system", words: "System", icon: "monitor" },
  { theme: "light", words: "Light", icon: "sun" },
  { theme: "dark", words: "Dark", icon: "moon" },
] as const;

function Appearance({ theme, action, error }: { theme: ThemeChoice; action?: string; error?: string | null }) {
  const chosen = useBusy(setTheme)?.get("theme") ?? theme;
  return (
    <IntentForm className="field" intent={setTheme} action={action} preventScrollReset>
      <p className="field__label" id="appearance">
        Appearance
      </p>
      <div className="tabs tabs--wide" role="group" aria-labelledby="appearance">
        {themes.map(({ theme: one, words, icon }) => (
          <button className="tab" type="submit" name="theme" value={one} key={one} aria-pressed={chosen === one}>
            <Icon of={icon} />
            {words}
          </button>
        ))}
      </div>
      {error && <Notice tone="error" title={error} />}
    </IntentForm>
  );
}

interface PreferencesFormProps extends Preferences {
  action?: string;
  error: string | null;
}

/** The `key` resets the checkboxes when the saved preferences change. */
function PreferencesForm({ undoEnabled, shortcutsEnabled, action, error }: PreferencesFormProps) {
  return (
    <IntentForm className="field" intent={setPreferences} action={action} preventScrollReset>
      <p className="field__label" id="habits">
        Posting and shortcuts
      </p>
      <div className="field" role="group" aria-labelledby="habits" key={`${undoEnabled} ${shortcutsEnabled}`}>
        <Check
          name="waitsToPost"
          label="5-second undo for Post Now"
          on="You can undo before the tweet posts."
          off="Post Now posts right away."
          checked={undoEnabled}
        />
        <Check
          name="hasKeys"
          label="Single-key shortcuts"
          on="/ for search, ? for all shortcuts."
          off="Off."
          checked={shortcutsEnabled}
        />
      </div>
      {error && <Notice tone="error" title={error} />}
      <Submit size="small">Save preferences</Submit>
    </IntentForm>
  );
}

/** Plain links: the response is a file, or a refusal to read. */
function YourData() {
  return (
    <section className="field" aria-labelledby="your-data">
      <p className="field__label" id="your-data">
        Your data
      </p>
      <p className="field__links">
        <a className="link" href="/settings/export?format=json">
          Export all (JSON)
        </a>
        <a className="link" href="/settings/export?format=csv">
          Export tweets (CSV)
        </a>
      </p>
    </section>
  );
}

function YourAccount({ hrefs }: { hrefs: AccountHrefs }) {
  const ways = [
    { to: hrefs.all, words: "All settings" },
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
