// The names of time zones as IANA writes them today, also where a runtime still has the old ones: pure, used on both sides.

/** Unicode's data keep a zone's first name for ever; these have another one by now. */
const renamed: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** "Asia/Calcutta" and "asia/kolkata" are "Asia/Kolkata". Throws RangeError for a zone that this runtime doesn't know. */
export function presentName(zone: string): string {
  const known = new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone;
  return Object.hasOwn(renamed, known) ? (renamed[known] ?? known) : known;
}

/** What this browser, or this server, takes for its own zone. */
export const ownZone = (): string => presentName(Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC");

/** The intent of the forms that choose a zone. */
export const setTimezone = "set-timezone";
