// GET /api/docs: public API reference for people.
import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadDocs } from "~/screens/api-docs/load.server";
import styles from "~/styles/page/api-docs.css";
import { withoutScript } from "~/ui/frame/without-script";

export const handle = withoutScript;

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "API · Linnet" }];

export const loader = () => loadDocs();

export default function ApiDocs() {
  const { html } = useLoaderData<typeof loader>();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {/* eslint-disable-next-line no-restricted-syntax -- React's own rendering of the contract, kept; nothing of anybody's */}
      <main className="page docs" id="main" tabIndex={-1} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
