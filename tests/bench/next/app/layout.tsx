// The document round the page, with Linnet's own style sheet.
import type { Metadata } from "next";
import type { ReactNode } from "react";
import "../../../../app/styles/index.css";

export const metadata: Metadata = { title: "Timeline · Linnet", icons: "/favicon.svg" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
