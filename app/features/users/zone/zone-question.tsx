// Asks which time zone to use when the browser's zone differs from the user's.
import { cityTime } from "~/ground/time/city-time";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { useHydrated } from "~/ui/use-hydrated";
import { ownZone, setTimezone } from "./zone-names";

export interface ZoneQuestionView {
  browser: { zone: string; city: string };
  own: { zone: string; city: string };
}

export default function ZoneQuestion({ of: { browser, own }, error }: { of: ZoneQuestionView; error?: string | null }) {
  // The browser's zone has changed again since it was reported.
  if (useHydrated() && ownZone() !== browser.zone) return null;
  return (
    <Notice
      tone="info"
      title={`Your browser is on ${cityTime(browser.city)}. Linnet uses ${cityTime(own.city)}.`}
      action={
        <>
          {[browser, own].map(({ zone, city }) => (
            <IntentForm intent={setTimezone} fields={{ timezone: zone }} key={zone} preventScrollReset>
              <Submit size="small">{`${zone === own.zone ? "Keep" : "Use"} ${cityTime(city)}`}</Submit>
            </IntentForm>
          ))}
        </>
      }
    >
      {error}
    </Notice>
  );
}
