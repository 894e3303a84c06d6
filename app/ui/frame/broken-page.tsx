// Error page. Uses no loader data, because loading may be what failed.
import type { ReactNode } from "react";
import { useLocation } from "@remix-run/react";
import { ButtonLink } from "~/ui/form/button";
import { Empty } from "~/ui/page/empty";

interface BrokenPageProps {
  title: string;
  canLoadAgain?: boolean;
  children: ReactNode;
}

export function BrokenPage({ title, canLoadAgain = false, children }: BrokenPageProps) {
  const { pathname, search } = useLocation();
  return (
    <main className="page page--narrow" id="main">
      <h1 className="visually-hidden">Linnet</h1>
      <Empty
        title={title}
        action={
          canLoadAgain ? (
            <ButtonLink to={`${pathname}${search}`} reloadDocument>
              Reload page
            </ButtonLink>
          ) : (
            <ButtonLink to="/generate">Go to Generate</ButtonLink>
          )
        }
      >
        {children}
      </Empty>
    </main>
  );
}
