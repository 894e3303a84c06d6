// Redirects / to /generate (spec section 2).
import { redirect } from "@remix-run/node";

export const loader = () => redirect("/generate", 302);
