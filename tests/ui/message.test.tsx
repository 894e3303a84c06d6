// The specification's Chinese sentences: each part that shows one shows its English with it, in the reader's order.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import * as catalogue from "~/ground/messages";
import { ConnectNotice } from "~/features/generation/notices";
import { ErrorState } from "~/features/generation/waiting";
import { JournalList } from "~/features/timeline/journal-list";
import { TweetLine } from "~/features/tweets/tweet-line";
import { LinkedAccounts, UnlinkModal } from "~/features/users/linked-accounts";
import { ErrorModal } from "~/features/users/outcome-modals";
import { AlertDialog } from "~/ui/dialog/alert-dialog";
import { Announcer } from "~/ui/messages/announce";
import { Dialog } from "~/ui/dialog/dialog";
import { Field, Select } from "~/ui/form/field";
import { Notice } from "~/ui/messages/notice";
import { Message } from "~/ui/message";
import { TextArea } from "~/ui/form/text-area";
import { ToastBoard } from "~/ui/messages/toast";
import { render, renderOn } from "./render";
import { tweet } from "./tweet";

const account = { id: 1, username: "alice", displayName: "Alice", isDefault: true };

/** Every part that shows a sentence which it did not make itself. */
const places: Record<string, (sentence: string) => ReactElement> = {
  "a notice": (said) => <Notice tone="error" title={said} />,
  "a notice's small line": (said) => (
    <Notice tone="info" title="Title">
      {said}
    </Notice>
  ),
  "an alert": (said) => <AlertDialog message={said} about={said} />,
  "a dialog's title": (said) => (
    <Dialog title={said} closeTo="/">
      body
    </Dialog>
  ),
  "the error modal": (said) => <ErrorModal message={said} closeTo="/" />,
  "a wrong field": (said) => <Field label="Label" name="name" error={said} />,
  "a field's hint": (said) => <Field label="Label" name="name" hint={said} />,
  "a wrong choice": (said) => <Select label="Label" name="name" options={["one"]} value="one" error={said} />,
  "a wrong text": (said) => <TextArea label="Label" name="name" error={said} />,
  "a toast": (said) => (
    <ToastBoard result={{ message: said }} flash={null} covered={false}>
      <Announcer />
    </ToastBoard>
  ),
  "a failed generation": (said) => <ErrorState error={said} retryHref="/" />,
  "a journal": (said) => (
    <JournalList open count={1} lines={[{ at: "Today", iso: "2026-11-19", text: said, tone: "plain" }]} />
  ),
  "a refused tweet": (said) => <TweetLine tweet={tweet({ error: said })} sandbox={false} />,
  "a failed tweet": (said) => <TweetLine tweet={tweet({ status: "failed", error: said })} sandbox={false} />,
  "an account's reason": (said) => (
    <LinkedAccounts
      accounts={[{ ...account, status: "paused", state: "blocked", statusReason: said }]}
      connectHref="/accounts/connect"
      unlinkHref={String}
    />
  ),
};

const chinese = Object.values(catalogue)
  .filter((group) => typeof group === "object")
  .flatMap((group): unknown[] => Object.values(group))
  .map((entry) => (typeof entry === "function" ? String(entry("somebody")) : String(entry)))
  .filter((sentence) => /\p{Script=Han}/u.test(sentence));

const inOrder = (first: string, firstLang: string, second: string, secondLang: string) =>
  `<span class="message"><span lang="${firstLang}">${first}</span> ` +
  `<span class="message__second" lang="${secondLang}">${second}</span></span>`;

const shown = (sentence: string) => inOrder(String(catalogue.englishOf(sentence)), "en", sentence, "zh");

const shownInChinese = (sentence: string) => inOrder(sentence, "zh", String(catalogue.englishOf(sentence)), "en");

test.each(Object.entries(places))("%s shows each Chinese sentence below its English", async (_name, place) => {
  expect(chinese.length).toBeGreaterThan(15);
  for (const sentence of chinese) expect(await render(place(sentence))).toContain(shown(sentence));
  expect(await render(place("Plain English"))).not.toContain("message");
});

test.each(Object.entries(places))("%s shows Chinese first to a reader of Chinese", async (_name, place) => {
  for (const sentence of chinese)
    expect(await renderOn({ language: "zh" }, place(sentence))).toContain(shownInChinese(sentence));
});

test("who has just signed up is told in both languages to connect an account", async () => {
  const html = await render(<ConnectNotice connectHref="/accounts/connect" />);
  expect(html).toContain(shown("请先绑定Twitter账户才能生成推文"));
  expect(html).toContain("Connect a Twitter account first");
});

test("who is asked whether an account may go is asked in both languages", async () => {
  const html = await render(<UnlinkModal account={account} closeTo="/" />);
  expect(html).toContain(shown("确定要删除 @alice 的绑定吗？"));
  expect(html).toContain("Disconnect @alice?");
});

test("a person's own Chinese words are told to be Chinese and are not translated", async () => {
  expect(await render(<Message text="天气很好" />)).toBe(
    '<span class="message"><span lang="zh">天气很好</span></span>',
  );
});

test("no part names the language of a sentence by itself, and so without its English", () => {
  const folder = join(import.meta.dirname, "..", "..", "app");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const asking = files.filter((file) => /\blangOf\(/.test(readFileSync(join(folder, file), "utf8")));
  expect(asking).toEqual([join("ui", "message.tsx")]);
});
