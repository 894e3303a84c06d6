// Implements time-based codes (RFC 6238) and their QR codes.
import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { seconds } from "~/ground/time/duration";

const period = 30;
const settings = { issuer: "Linnet", algorithm: "SHA1", digits: 6, period } as const;

/** 160 bits, as the RFC recommends. */
export const newKey = (): string => new Secret({ size: 20 }).base32;

/** Returns the 30 s step of a code. Accepts one step before and after. Null if wrong. */
export function stepOf(key: string, digits: string, now: number): number | null {
  const off = new TOTP({ ...settings, secret: Secret.fromBase32(key) }).validate({
    token: digits,
    timestamp: now,
    window: 1,
  });
  return off === null ? null : Math.floor(now / seconds(period)) + off;
}

export const keyAddress = (key: string, email: string): string =>
  new TOTP({ ...settings, label: email, secret: Secret.fromBase32(key) }).toString();

/** Returns an SVG path whose unit is one module, and the size in modules. */
export function qrOf(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: "L", border: 2 });
  const runs = data.flatMap((row, y) => runsIn(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { path: runs.join(""), size };
}

function runsIn(row: readonly boolean[]): [x: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1] += 1;
    else if (isDark) runs.push([x, 1]);
  }
  return runs;
}
