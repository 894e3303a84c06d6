// A device of a test that keeps a passkey: it makes one as a browser would, signs challenges, and can lie about each part.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { addPasskey, beginAdding, keepCodes, readSecondFactor } from "~/features/second-factor/second-factor.server";
import { askForPasskey, offerPasskey } from "~/features/passkeys/passkeys.server";
import type { App } from "~/app.server";
import { password, type Person } from "./make";

const home = "192.0.2.7";
const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const toText = (data: Buffer): string => data.toString("base64url");

/** What a device says that lies. */
export interface Lie {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  isVerified?: boolean;
  isPresent?: boolean;
  /** The count that it signs; else one more each time. */
  count?: number;
  userHandle?: string | null;
  /** Another's key signs. */
  key?: KeyObject;
  crossOrigin?: boolean;
}

export class Device {
  readonly id = toText(randomBytes(32));
  readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  count = 0;
  userHandle: string | null = null;

  constructor(readonly origin: string) {}

  private authData(lie: Lie, more: Buffer = Buffer.alloc(0)): Buffer {
    const flags = (lie.isPresent === false ? 0 : 1) | (lie.isVerified === false ? 0 : 4) | (more.length > 0 ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lie.count ?? this.count);
    return Buffer.concat([sha256(lie.rpId ?? new URL(this.origin).hostname), Buffer.from([flags]), count, more]);
  }

  private clientData(type: string, challenge: string, lie: Lie): string {
    const said = { type: lie.type ?? type, challenge: lie.challenge ?? challenge, origin: lie.origin ?? this.origin };
    return JSON.stringify({ ...said, crossOrigin: lie.crossOrigin ?? false });
  }

  /** What the browser answers to `options`, as JSON. */
  create(options: { challenge: string; user: { id: string } }, lie: Lie = {}): string {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const key = Buffer.from(isoCBOR.encode(cose));
    const authData = this.authData(lie, Buffer.concat([Buffer.alloc(16), length, id, key]));
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    this.userHandle = options.user.id;
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: toText(Buffer.from(this.clientData("webauthn.create", options.challenge, lie))),
        attestationObject: toText(Buffer.from(isoCBOR.encode(attestation as never))),
        transports: ["internal"],
      },
    });
  }

  /** What the browser answers to `options`, as JSON. */
  get(options: { challenge: string }, lie: Lie = {}): string {
    this.count += 1;
    const authData = this.authData(lie);
    const clientData = this.clientData("webauthn.get", options.challenge, lie);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    const signature = createSign("sha256")
      .update(signed)
      .sign(lie.key ?? this.keys.privateKey);
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: toText(Buffer.from(clientData)),
        authenticatorData: toText(authData),
        signature: toText(signature),
        userHandle: lie.userHandle === undefined ? this.userHandle : lie.userHandle,
      },
    });
  }
}

export const proofOf = (code?: string) => ({ password, address: home, ...(code !== undefined && { code }) });

/** What a device answers in somebody's session in Settings. */
export async function prove(app: App, person: Person, device: Device, lie: Lie = {}) {
  const { user, sessionId } = person;
  const options = await askForPasskey(app, { purpose: "prove", userId: user.id, boundTo: sessionId }, user.id);
  return { password, address: home, sessionId, passkey: device.get(options, lie) };
}

/** Makes a passkey for a person in their session, who shows a code where a second step is on. */
export async function givePasskey(app: App, person: Person, code?: string): Promise<Device> {
  const device = new Device(app.config.appOrigin);
  await beginAdding(app, person, proofOf(code));
  const answer = device.create(await offerPasskey(app, person.user, person.sessionId));
  const from = { address: home, browser: "Firefox on Linux" };
  await addPasskey(app, person, { answer, name: "Laptop", from });
  return device;
}

/** As `givePasskey`; the recovery codes that came with it, which are kept. */
export async function takeCodes(app: App, person: Person): Promise<string[]> {
  const { shownCodes } = await readSecondFactor(app, person.user);
  await keepCodes(app, person.user.id);
  return shownCodes ?? [];
}
