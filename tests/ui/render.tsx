// Renders parts to HTML as the server does, inside a router, at an address.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server.js";

/** The HTML of a part on a page of the app, `/generate` unless told. */
export const render = (part: ReactElement, at = "/generate"): Promise<string> => renderOn(null, part, at);

/** The same on a page whose root has loaded `screen`, which the part may ask for. */
export async function renderOn(screen: object | null, part: ReactElement, at = "/generate"): Promise<string> {
  const handler = createStaticHandler([{ id: "root", path: "*", loader: () => screen, element: part }]);
  const context = await handler.query(new Request(`http://localhost${at}`));
  if (context instanceof Response) throw new Error("The page redirected");
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
