// /sandbox/{handle}/status/{post_id}: a sandbox post, in place of X's page.
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPost } from "~/screens/sandbox/post/load.server";
import { PostView } from "~/screens/sandbox/post/view";
import styles from "~/styles/page/sandbox-post.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `@${data.handle} in the sandbox · Linnet` : "Linnet" },
];

export const loader = (args: LoaderFunctionArgs) => loadPost(args);

export default function SandboxPost() {
  return <PostView data={useLoaderData<typeof loader>()} />;
}
