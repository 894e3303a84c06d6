// Formats an API call as a curl command. Pure.
import type { Endpoint } from "~/http/contract/endpoint.server";

type Called = Pick<Endpoint, "access" | "body" | "example" | "file" | "method" | "path" | "scope" | "upload">;

/** For any POSIX shell; the key is read from `LINNET_KEY`. */
export function curlOf(origin: string, ids: Readonly<Record<string, string | number>>, endpoint: Called): string {
  const { access, example, file, method, scope, upload } = endpoint;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? name));
  const query = new URLSearchParams(example.query).toString();
  const sends = example.body !== undefined || upload !== undefined;
  // curl's default method: POST with data, else GET.
  const verb = method === (sends ? "POST" : "GET") ? [] : [`-X ${method}`];
  return [
    "curl",
    ...verb,
    `"${origin}${path}${query && `?${query}`}"`,
    ...(access === "open" ? [] : [`-H "Authorization: Bearer $${scope === "none" ? "BROWSER_KEY" : "LINNET_KEY"}"`]),
    ...(example.body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(example.body)}`]),
    ...(upload ? [`-H "Content-Type: ${upload.types[0]}"`, "--data-binary @picture.jpg"] : []),
    ...(file ? [`-o ${file[0] === "text/csv" ? "results.csv" : "picture.jpg"}`] : []),
  ].join(" ");
}

const quoted = (body: object): string => `'${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`;
