// Validates the body and query of a request and reports all faults together.
import { AppError, type FieldFault } from "~/ground/errors";
import { credentials, type Endpoint, namesIn } from "~/http/contract/endpoint.server";
import { noSuchField, shown } from "./reading/no-such-field.server";
import { givenOf } from "./reading/given.server";
import { faultsOf, messageOf } from "./validate.server";

type Raw = Record<string, unknown>;
type Described = Pick<Endpoint, "body" | "query" | "inQueryToo" | "unknown">;

/** Parses both by their schemas. Throws invalid with all faults. */
export function readFields(
  endpoint: Described,
  raw: Raw,
  search: URLSearchParams,
  { isStrict = endpoint.unknown === "refused" } = {},
): { body: unknown; query: unknown } {
  const inQuery = givenOf(endpoint.query, Object.fromEntries(search));
  const faults = isStrict ? strangersIn(endpoint, raw, search) : [];
  faults.push(...givenTwice(endpoint, search, isStrict));
  if (isStrict) faults.push(...disputedIn(endpoint, raw, search));
  const place = endpoint.inQueryToo ? inEither(endpoint, raw, search) : { value: raw, whereIs: () => "body" };
  const inBody = givenOf(endpoint.body, place.value);
  const body = endpoint.body ? faultsOf(endpoint.body, inBody, place.whereIs) : { value: {}, faults: [] };
  const query = endpoint.query ? faultsOf(endpoint.query, inQuery, () => "query") : { value: {}, faults: [] };
  faults.push(...body.faults, ...query.faults);
  if (faults.length > 0) throw new AppError("invalid", messageOf(faults), { faults });
  return { body: body.value, query: query.value };
}

function inEither({ body }: Described, raw: Raw, search: URLSearchParams) {
  const inQuery = Object.fromEntries(search);
  const value: Raw = { ...raw };
  for (const name of namesIn(body)) value[name] = isGiven(raw, name) ? raw[name] : (inQuery[name] ?? raw[name]);
  const otherwise = Object.keys(raw).length > 0 ? "body" : "query";
  const whereIs = (name: string) => (isIn(raw, name) ? "body" : Object.hasOwn(inQuery, name) ? "query" : otherwise);
  return { value, whereIs };
}

export function toldFaults(error: AppError, endpoint?: Endpoint): FieldFault[] {
  const { type = "invalid", field } = error.about ?? {};
  const found = error.itemFaults.map(({ field, type, msg }) => ({ loc: placeOf(field, endpoint), msg, type }));
  const one = { loc: placeOf(field, endpoint), msg: error.message, type };
  const faults = error.faults ?? (found.length > 0 ? found : [one]);
  const nameOf = ({ loc, msg }: FieldFault) => JSON.stringify([msg, isOfItem(loc) && loc]);
  const first = new Map(faults.toReversed().map((fault) => [nameOf(fault), fault]));
  return faults.filter((fault) => first.get(nameOf(fault)) === fault);
}

const isOfItem = (loc: FieldFault["loc"]): boolean => loc.some((part) => typeof part === "number");

function placeOf(named: string | undefined, endpoint?: Endpoint): FieldFault["loc"] {
  if (!endpoint) return ["body"];
  const [field, index] = named?.split(".") ?? [];
  if (field !== undefined && index !== undefined) return ["body", field, Number(index)];
  if (field !== undefined && namesIn(endpoint.body).includes(field)) return ["body", field];
  if (field !== undefined && namesIn(endpoint.query).includes(field)) return ["query", field];
  const [, inPath] = /\{(\w+)\}/.exec(endpoint.path) ?? [];
  return field === undefined || inPath === undefined ? ["body"] : ["path", inPath];
}

const isIn = (raw: Raw, name: string): boolean => Object.hasOwn(raw, name) && raw[name] != null;

const maxStrangers = 20;

const knownIn = ({ body, query, inQueryToo }: Described) => ({
  body: [...namesIn(body), ...credentials],
  query: [...namesIn(query), ...(inQueryToo ? namesIn(body) : []), ...credentials],
});

function strangersIn(endpoint: Described, raw: Raw, search: URLSearchParams): FieldFault[] {
  const known = knownIn(endpoint);
  const names = { body: Object.keys(raw), query: [...new Set(search.keys())] };
  const strange = (["body", "query"] as const).flatMap((source) =>
    names[source]
      .filter((name) => !known[source].includes(name))
      .map((name) => ({ loc: [source, name], msg: noSuchField(name, known[source]), type: "unknown_field" as const })),
  );
  return strange.slice(0, maxStrangers);
}

function givenTwice(endpoint: Described, search: URLSearchParams, isStrict: boolean): FieldFault[] {
  const known = knownIn(endpoint).query;
  return [...new Set(search.keys())]
    .filter((name) => search.getAll(name).length > 1 && (isStrict || known.includes(name)))
    .slice(0, maxStrangers)
    .map((name) => ({ loc: ["query", name], msg: `${shown(name)} is given twice`, type: "invalid" as const }));
}

function disputedIn(endpoint: Described, raw: Raw, search: URLSearchParams): FieldFault[] {
  return knownIn(endpoint)
    .query.filter((name) => search.get(name) && isGiven(raw, name) && asText(raw[name]) !== search.get(name))
    .map((name) => ({ loc: ["body", name], msg: `${name} ${differ}`, type: "invalid" as const }));
}

const differ = "has different values in the body and in the query";

const isGiven = (raw: Raw, name: string): boolean => isIn(raw, name) && raw[name] !== "";

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
