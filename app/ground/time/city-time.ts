// Names a zone's time for people by its city: "Berlin time", or "UTC". Pure.

/** UTC, GMT and their offsets are times already. */
export const cityTime = (city: string): string => (/^(?:UTC|GMT)/.test(city) ? city : `${city} time`);

/** "10:26, Berlin time", "10:26 UTC". */
export const timeInCity = (time: string, city: string): string =>
  /^(?:UTC|GMT)/.test(city) ? `${time} ${city}` : `${time}, ${city} time`;
