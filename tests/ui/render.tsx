// Renders parts to HTML as the server does, inside a router, at an address.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { loadParts } from "~/ui/lazy-part";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server.js";

/** The HTML of a part on a page of the app, `/generate` unless told. */
export const render = (part: ReactElement, at = "/generate"): Promise<string> => renderOn(null, part, at);

/** The same on a page whose root has loaded `screen`, which the part may ask for. */
export async function renderOn(screen: object | null, part: ReactElement, at = "/generate"): Promise<string> {
  const handler = createStaticHandler([{ id: "root", path: "*", loader: () => screen, element: part }]);
  const context = await handler.query(new Request(`http://localhost${at}`));
  if (context instanceof Response) throw new Error("The page redirected");
  const router = createStaticRouter(handler.dataRoutes, context);
  // As the server does before it renders anything: what is loaded later is there then.
  await loadParts();
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

/** The same while a form with these fields is on its way. */
export async function renderBusy(part: ReactElement, fields: Record<string, string>): Promise<string> {
  const handler = createStaticHandler([{ id: "root", path: "*", element: part }]);
  const context = await handler.query(new Request("http://localhost/generate"));
  if (context instanceof Response) throw new Error("The page redirected");
  const router = createStaticRouter(handler.dataRoutes, context);
  const formData = new FormData();
  for (const [name, value] of Object.entries(fields)) formData.set(name, value);
  const { location } = router.state;
  const sent = { formMethod: "POST", formAction: "/generate", formEncType: "multipart/form-data" } as const;
  const navigation = { state: "submitting", location, ...sent, formData, json: undefined, text: undefined } as const;
  const busy = Object.create(router, { state: { value: { ...router.state, navigation } } }) as typeof router;
  return renderToStaticMarkup(<StaticRouterProvider router={busy} context={context} hydrate={false} />);
}
