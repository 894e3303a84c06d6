// A list of bots comes into view when it is asked for, once for each asking.
import type { ComponentProps } from "react";
import { expect, test, vi } from "vitest";
import { BotList } from "~/features/bots/bot-list";
import { withPage } from "../support/hooked";

type Props = ComponentProps<typeof BotList>;
const list: Props = { title: "All", headingId: "all", openedBy: null, items: [], none: "None", closeHref: "/" };

/** The list with all that it does, on a page that shows nothing. */
function Listing(props: Props) {
  BotList(props);
  return null;
}

const opened = (
  headings: string[],
  work: (show: (more?: Partial<Props>) => Promise<void>, done: string[]) => Promise<void>,
) =>
  withPage(async (page) => {
    const done: string[] = [];
    const heading = (id: string) => ({
      focus: (how: object) => void done.push(`focus ${id} ${JSON.stringify(how)}`),
      scrollIntoView: (how: object) => void done.push(`show ${id} ${JSON.stringify(how)}`),
    });
    vi.stubGlobal("document", { getElementById: (id: string) => (headings.includes(id) ? heading(id) : null) });
    await work((more = {}) => page.show(Listing, { ...list, ...more }), done);
  });

const inView = (id: string) => [`focus ${id} {"preventScroll":true}`, `show ${id} {"block":"start"}`];

test("its heading takes the focus and the top of the page, once for each step of the history that asked", () =>
  opened(["all", "active"], async (show, done) => {
    await show({ openedBy: "step 1" });
    expect(done.splice(0)).toEqual(inView("all"));
    await show({ openedBy: "step 1", none: "No bot" });
    expect(done).toEqual([]);
    await show({ openedBy: "step 2" });
    expect(done.splice(0)).toEqual(inView("all"));
    await show({ openedBy: "step 2", headingId: "active" });
    expect(done.splice(0)).toEqual(inView("active"));
    await show({ openedBy: "" });
    expect(done).toEqual(inView("all"));
  }));

test("it stays where it is when nobody asked, and where there is no heading nothing breaks", () =>
  opened(["all"], async (show, done) => {
    await show();
    await show({ openedBy: "step 1", headingId: "gone" });
    expect(done).toEqual([]);
  }));
