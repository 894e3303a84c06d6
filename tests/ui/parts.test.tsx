// The parts every screen is made of: what a reader, a keyboard and a browser without a script find in their HTML.
import { expect, test } from "vitest";
import { Badge, Glyph, statusWords, type Status } from "~/ui/page/badge";
import { Button, ButtonLink, IconLink } from "~/ui/form/button";
import { Breadcrumbs } from "~/ui/frame/breadcrumbs";
import { Check } from "~/ui/form/check";
import { Dialog, DialogBody } from "~/ui/dialog/dialog";
import { Field } from "~/ui/form/field";
import { Bar, Gauge } from "~/ui/page/gauge";
import { Notice } from "~/ui/messages/notice";
import { loadParts } from "~/ui/lazy-part";
import { Shell } from "~/ui/frame/shell";
import { Stepper } from "~/ui/page/stepper";
import { render } from "./render";

const frame = {
  crumbs: [{ label: "Dashboards" }, { label: "Input" }],
  person: { email: "alice@example.org" },
  panelHref: "?panel=sidebar",
  modeBanner: { sandbox: true, demoWriter: false, goLiveHref: "/live" },
};

test("a busy button says so, keeps its words and turns its icon", async () => {
  const html = await render(
    <Button icon="send" busy>
      Creating...
    </Button>,
  );
  expect(html).toMatch(/aria-busy="true"/);
  expect(html).toContain("#loader-circle");
  expect(html).not.toContain("#send");
  expect(html).toContain("Creating...");
});

test("icons are silent, and a link that is only an icon has a name", async () => {
  const html = await render(<IconLink icon="send" label="Next week" to="?week=1" />);
  expect(html).toMatch(/<a[^>]*aria-label="Next week"/);
  expect(html).toMatch(/<svg[^>]*aria-hidden="true"/);
});

test("a wrong field is described by its sentence", async () => {
  const html = await render(
    <Field label="Email" name="email" hint="Yours" error="Please enter a valid email address" />,
  );
  const id = /aria-describedby="([^"]+)"/.exec(html)?.[1];
  expect(html).toContain('aria-invalid="true"');
  expect(html).toMatch(new RegExp(`<p[^>]*id="${id}"[^>]*>.*Please enter a valid email address(</span>)?</p>`));
  expect(html).not.toContain("Yours");
  expect(/<label[^>]*for="([^"]+)"/.exec(html)?.[1]).toBe(/<input id="([^"]+)"/.exec(html)?.[1]);
});

test("what was typed stands in the field again", async () => {
  expect(await render(<Field label="Email" name="email" value="alice@example.org" />)).toContain(
    'value="alice@example.org"',
  );
});

test("a switch holds both of its sentences, so that no script is needed to change them", async () => {
  const html = await render(<Check name="webSearch" label="Web Search" on="from the web" off="from memory" checked />);
  expect(html).toMatch(/<input[^>]*type="checkbox"[^>]*checked/);
  expect(html).toMatch(/check__on">from the web/);
  expect(html).toMatch(/check__off">from memory/);
});

test("without a script a dialog is open, named, and closed by links", async () => {
  const html = await render(
    <Dialog title="Settings" closeTo="/generate">
      <DialogBody>Body</DialogBody>
    </Dialog>,
    "/generate?panel=settings",
  );
  const id = /<dialog[^>]*aria-labelledby="([^"]+)"/.exec(html)?.[1];
  expect(html).toMatch(/<dialog[^>]*open=""/);
  expect(html).toMatch(new RegExp(`<h2 id="${id}">(<span>)?Settings(</span>)?</h2>`));
  expect(html).toMatch(/<a[^>]*href="\/generate"[^>]*class="backdrop"|<a[^>]*class="backdrop"[^>]*href="\/generate"/);
  expect(html).toMatch(/<a[^>]*aria-label="Close"[^>]*href="\/generate"/);
});

test("while a modal is open the page behind it is inert, and the modal is not in it", async () => {
  const modal = (
    <Dialog title="Settings" closeTo="/generate">
      Body
    </Dialog>
  );
  const html = await render(
    <Shell {...frame} modal={modal}>
      Page
    </Shell>,
  );
  expect(html).toMatch(/<div class="shell" inert="">/);
  expect(html.indexOf("<dialog")).toBeGreaterThan(html.indexOf("</main>"));
  expect(await render(<Shell {...frame}>Page</Shell>)).not.toContain("inert");
});

test("the frame has its landmarks, the five places, a popover with its button, and the page you are on", async () => {
  const html = await render(
    <Shell {...frame} nextTweet={{ when: "today, 20:42", words: "Write what you…", href: "/timeline?tweet=7" }}>
      Page
    </Shell>,
    "/timeline",
  );
  expect(html).toMatch(/<button[^>]*aria-label="Menu"[^>]*popovertarget="nav"/);
  expect(html).toMatch(/<div[^>]*id="nav"[^>]*popover="auto"/);
  expect(html).toMatch(/<nav[^>]*aria-label="Main"/);
  for (const place of ["generate", "bot", "timeline", "strategy", "product-analyse"])
    expect(html).toContain(`href="/${place}"`);
  expect(html.match(/aria-current="page"[^>]*href="[^"]*"/g)).toEqual([expect.stringContaining("/timeline")]);
  expect(html).toContain('<a class="skip" href="#main">');
  expect(html).toContain('id="main"');
  // It is a link, and not one of the places.
  expect(html).toMatch(
    /<\/nav><a [^>]*class="nav__next"[^>]*href="\/timeline\?tweet=7"[^>]*>Next tweet <strong>today, 20:42<\/strong>/,
  );
});

test("the strip says what is only pretended, and is gone when nothing is", async () => {
  const both = await render(
    <Shell {...frame} modeBanner={{ sandbox: true, demoWriter: true, goLiveHref: "/live" }}>
      Page
    </Shell>,
  );
  expect(both).toContain(
    '<strong>Sandbox.</strong> <span class="mode-banner__more">Posts stay on this server. Nothing goes to X.',
  );
  expect(both).toContain("<strong>Demo writer.</strong>");
  expect(both).toMatch(/href="\/live"[^>]*>Go live/);
  const live = await render(
    <Shell {...frame} modeBanner={{ sandbox: false, demoWriter: false, goLiveHref: "/live" }}>
      Page
    </Shell>,
  );
  expect(live).not.toContain("Go live");
});

test("the round button is named by what it opens", async () => {
  expect(await render(<Shell {...frame}>Page</Shell>)).toContain('aria-label="Your account"');
  expect(
    await render(
      <Shell {...frame} person={null}>
        Page
      </Shell>,
    ),
  ).toContain('aria-label="Log in"');
});

test("only the places before the last are links in a breadcrumb", async () => {
  const html = await render(
    <Breadcrumbs
      crumbs={[
        { label: "Input", to: "/generate" },
        { label: "Results", to: "/x" },
      ]}
    />,
  );
  expect(html).toMatch(/<a[^>]*href="\/generate"[^>]*>Input<\/a>/);
  expect(html).toContain('<span aria-current="page">Results</span>');
  expect(html).not.toContain('href="/x"');
});

test("every status has a word beside its shape", async () => {
  for (const status of Object.keys(statusWords) as Status[]) {
    expect(await render(<Badge status={status} />)).toContain(`</span>${statusWords[status]}</span>`);
    expect(await render(<Glyph status={status} />)).toContain(`glyph--${status}`);
  }
});

test("errors interrupt, good news waits, and Chinese sentences say that they are", async () => {
  const html = await render(<Notice tone="error" title="授权失败: denied" />);
  expect(html).toMatch(/role="alert"/);
  expect(html).toContain('<strong><span class="message"><span lang="en">Authorization failed: denied</span>');
  expect(await render(<Notice tone="good" title="@alice is connected" />)).toMatch(/role="status"/);
});

test("the two regions that announce are in the first HTML, empty, on the page and in a dialog that is open over it", async () => {
  const regions = '<div class="toasts" aria-live="polite"></div><div aria-live="assertive"></div>';
  const page = await render(<Shell {...frame}>A</Shell>);
  expect(page.split(regions)).toHaveLength(2);
  const modal = (
    <Dialog title="A" closeTo="/">
      B
    </Dialog>
  );
  expect(
    (
      await render(
        <Shell {...frame} modal={modal}>
          A
        </Shell>,
      )
    ).split(regions),
  ).toHaveLength(3);
  const covered = await render(
    <Shell {...frame} modal={modal} flash={{ message: "Time zone saved" }}>
      A
    </Shell>,
  );
  // Without a script too what has happened stands in the dialog, and not on the page that is inert behind it.
  expect(covered).toMatch(/<dialog.*class="toast".*Time zone saved.*<\/dialog>/);
  expect(covered.match(/Time zone saved/g)).toHaveLength(1);
});

test("what can be taken back is told with the form that does so, without a script too", async () => {
  await loadParts(["undo"]);
  const undo = { intent: "take-off" as const, fields: { tweetId: 7 } };
  const html = await render(
    <Shell {...frame} flash={{ message: "Scheduled", undo }}>
      A
    </Shell>,
  );
  const [toast = ""] = /class="toast".*$/.exec(html) ?? [];
  expect(toast).toMatch(
    /<form method="post".*name="intent" value="take-off".*name="tweetId" value="7".*Undo(<\/span>)?<\/button>/,
  );
});

test("the wizard marks its current step", async () => {
  const html = await render(<Stepper labels={["Start", "Topics", "Content"]} current={1} />);
  expect(html).toMatch(/<li aria-current="step">.*Topics/);
  expect(html.match(/is-done/g)).toHaveLength(1);
});

test("eight and a half is eight feathers and half of one", async () => {
  const html = await render(<Gauge score={8.5} word="Strong" />);
  expect(html.match(/<path class="gauge__feather--on" d/g)).toHaveLength(9);
  expect(html.match(/<clipPath/g)).toHaveLength(1);
  expect(html).toContain('aria-label="Quality score 8.5 out of 10"');
  expect(await render(<Bar score={6.9} />)).toContain("bar__full--low");
  expect(await render(<Bar score={7} />)).not.toContain("bar__full--low");
});

test("no part writes a style attribute, which the content policy would refuse", async () => {
  const html = await render(
    <Shell
      {...frame}
      modal={
        <Dialog title="A" closeTo="/">
          B
        </Dialog>
      }
      flash={{ message: "C" }}
    >
      <Gauge score={3.2} word="Weak" />
      <ButtonLink to="/">Back</ButtonLink>
    </Shell>,
  );
  expect(html).not.toMatch(/\sstyle=/);
});
