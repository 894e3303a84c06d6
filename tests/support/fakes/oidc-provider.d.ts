// What the tests use of oidc-provider, which has no types of its own.
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    callback(): RequestListener;
    on(event: string, hear: (...what: unknown[]) => void): void;
  }
}
