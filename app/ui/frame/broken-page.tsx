// A page that could not be shown: the bird, a sentence, one way on. Needs no data, since loading it may be what broke.
import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/form/button";
import { Empty } from "~/ui/page/empty";

export function BrokenPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="page page--narrow" id="main">
      <h1 className="visually-hidden">Linnet</h1>
      <Empty title={title} action={<ButtonLink to="/generate">To the start</ButtonLink>}>
        {children}
      </Empty>
    </main>
  );
}
