// A tweet that opens over the timeline: what each of its states shows and offers, and each form that is refused there.
import { expect } from "vitest";
import { hours } from "~/ground/time/duration";
import { changeAccount } from "~/features/accounts/accounts.server";
import { test } from "../support/people";
import {
  alerts,
  attributes,
  dialogOf,
  headings,
  links,
  nameless,
  offers,
  targets,
  the,
  words,
  wrong,
} from "../support/reading";
import { bring, refused, schedule, states, write } from "../support/tweet-states";

const text = "Kestrels hover over https://example.org and the motorway.";
const long = "word ".repeat(60);
const at = (change = "") => `/timeline?week=0${change}`;

const usernames = { "REF-OF-ALICE-ONE": "@alice_one", "REF-OF-ALICE-TWO": "@alice_two" };
/** What stands for a tweet and the two accounts in a line of `offers`. */
const known = (id: number) => ({
  [`tweetId=${id}`]: "IT",
  "account=REF-OF-ALICE-TWO": "as two",
  "account=REF-OF-ALICE-ONE": "as one",
});
const shown = (place: ParentNode, id: number) => ({
  offers: offers(place, known(id)),
  links: links(place).map((href) =>
    href.replace(at(), "").replace(new RegExp(`\\b(tweet|pictures)=${id}\\b`, "g"), "$1=IT"),
  ),
});

interface Shown {
  badge: string;
  /** In its heading. */
  when?: string;
  offers: string[];
  /** After the one that closes it. */
  links: string[];
  /** Figures, names and moments in it. */
  says: (string | RegExp)[];
  /** How many lines its history has, and whether it is unfolded. */
  history?: [lines: number, "open" | "folded"];
}

const asleep = {
  badge: "Pending",
  offers: ["schedule-at IT as two moment=2026-11-19T12:00", "post-as IT as one", "ideas do=discard IT"],
  links: ["&tweet=IT&pictures=IT", "&tweet=IT&edit=1"],
};
const waiting = (when: string, day: string, slot: string) => ({
  badge: "Scheduled",
  when: `today, ${when}`,
  offers: [
    `schedule-at IT as two moment=${day}T${when}`,
    `schedule-at IT as two day=${day} slot=${slot}`,
    "post-as IT as one",
    "add-to-timeline IT as two",
    "take-off IT as two",
    "post-now IT as two from=scheduled",
  ],
  links: ["&tweet=IT&pictures=IT", "&tweet=IT&edit=1"],
  history: [1, "folded"] as Shown["history"],
});
const off = ["post-now IT as two (off)", "add-to-timeline IT as two (off)"];

const opened: Record<(typeof states)[number], Shown> = {
  pending: {
    ...asleep,
    offers: [...asleep.offers, "post-now IT as two", "add-to-timeline IT as two"],
    says: ["69 / of 280", "$0.20", "free in the sandbox"],
  },
  "too long": {
    ...asleep,
    offers: [...asleep.offers, ...off],
    says: ["300 / of 280", "$0.015", /\b20 over the limit/],
  },
  chosen: {
    ...waiting("21:18", "2026-11-19", "21"),
    says: ["Thu, Nov 19, 21:18 (Europe/Berlin)", "You picked", "$0.20"],
  },
  drawn: { ...waiting("15:18", "2026-11-19", "15"), says: [/random between 15:18 and 19:18/, "Thu, Nov 19, 15:18"] },
  held: { ...waiting("16:18", "2026-11-19", "15"), says: [/@alice_two is paused/, "Thu, Nov 19, 16:18"] },
  publishing: { badge: "Publishing", offers: off, links: [], says: ["$0.20"], history: [2, "folded"] },
  lost: { badge: "Publishing", offers: off, links: [], says: ["$0.20"], history: [3, "open"] },
  asked: {
    badge: "Publishing",
    offers: ["resolve IT as two published=true", "resolve IT as two published=false"],
    links: [],
    says: ["$0.20"],
    history: [4, "open"],
  },
  published: {
    badge: "Published",
    when: "today, 12:01",
    offers: off,
    links: ["SANDBOX", "/worked?account=REF-OF-ALICE-TWO&tweet=IT", "&tweet=IT&delete=1"],
    says: ["Thu, Nov 19, 12:01 (Europe/Berlin)", "$0.20"],
    history: [2, "folded"],
  },
  failed: {
    badge: "Failed",
    offers: [
      "schedule-at IT as two moment=2026-11-19T13:00",
      ...["post-as IT as one", "ideas do=discard IT", "dismiss IT as two"],
      ...["add-to-timeline IT as two", "post-now IT as two"],
    ],
    links: [],
    says: ["Publishing failed", "You may not."],
    history: [3, "open"],
  },
};

test("a tweet opens over the week in each of its states, as the account that it is for", async ({ stage }) => {
  const { app, second, asAlice, asBob, guest } = stage;
  const heads = new Map<string, string>();
  for (const state of states) {
    const id = await write(stage, `${text} ${state}`, second.networkUserId);
    if (state === "held") {
      await schedule(stage, id, hours(5));
      await changeAccount(app.db, second.id, { status: "paused", paused_by: "person" });
    }
    const release = await bring(stage, id, state);
    const path = at(`&tweet=${id}`);
    const page = await asAlice.get(path);
    const dialog = dialogOf(page);
    const row = opened[state];
    const { offers: forms, links: ways } = shown(dialog, id);
    expect({ state, offers: forms }).toEqual({ state, offers: row.offers });
    const [close, ...others] = ways.map((href) => href.replace(/^http.*\/sandbox\/alice_two\/status\/\d+$/, "SANDBOX"));
    expect({ state, close, links: others }).toEqual({ state, close: "", links: row.links });
    expect(targets(dialog)).toEqual([path]);
    expect(nameless(dialog, usernames), state).toEqual([]);
    const acts = [...dialog.querySelectorAll(".tweet__acts button")];
    expect(acts).toHaveLength(state === "chosen" || state === "drawn" || state === "held" ? 3 : 2);
    for (const act of acts) expect(act.getAttribute("aria-describedby")).toContain(`open-${id}-words`);
    expect(words(the(dialog, `#open-${id}-words`)) + " ").toBe(state === "too long" ? long : `${text} ${state} `);

    const [head = ""] = headings(dialog);
    heads.set(head.replace(/\d\d:\d\d/, ""), state);
    if (row.when) expect(head).toContain(row.when);
    const said = words(dialog);
    for (const one of ["Alice Two @alice_two", ...row.says]) expect(said, state).toMatch(one);
    expect(words(the(dialog, ".badge"))).toBe(row.badge);
    const history = dialog.querySelectorAll("ol.journal > li");
    expect([history.length, history[0]?.closest("details")?.hasAttribute("open") ? "open" : "folded"], state).toEqual(
      row.history ?? [0, "folded"],
    );
    const busy = dialog.querySelectorAll("progress").length;
    expect(busy, `${state} is under way`).toBe(state === "publishing" || state === "lost" ? 1 : 0);
    if (forms.some((one) => one.startsWith("schedule-at"))) {
      const moment = the<HTMLInputElement>(dialog, "input[name=moment]");
      const now = new Date(app.clock.now()).toLocaleString("sv", { timeZone: "Europe/Berlin" }).slice(0, 16);
      expect([moment.type, moment.required, moment.min, moment.max].map(String)).toEqual([
        ...["datetime-local", "true"],
        ...[now.replace(" ", "T"), now.replace(" ", "T").replace("2026", "2027")],
      ]);
      expect(words(moment.closest("form"))).toContain("Berlin");
    }
    expect(page.title).toBe("Timeline · Linnet");
    expect((await asBob.get(path)).dialog, "bob sees it").toBeNull();
    expect((await guest.get(path)).dialog, "a guest sees it").toBeNull();
    await release();
    await changeAccount(app.db, second.id, { status: "active", paused_by: null });
  }
  // Two that wait for nobody and three that are scheduled have the same.
  expect(heads.size).toBe(states.length - 3);
});

test("a scheduled tweet is moved to a part of one of fourteen days", async ({ stage }) => {
  const id = await write(stage, text, stage.second.networkUserId);
  await bring(stage, id, "chosen");
  const dialog = dialogOf(await stage.asAlice.get(at(`&tweet=${id}`)));
  const days = attributes(dialog, "select[name=day] option", "value");
  expect([days.length, days[0], days[13]]).toEqual([14, "2026-11-19", "2026-12-02"]);
  expect(attributes(dialog, "select[name=slot] option", "value").join()).toBe("07,09,11,13,15,17,19,21,23");
});

test("each form of an opened tweet that is refused says why where it was pressed", async ({ stage }) => {
  const { asAlice, asBob, second, his } = stage;
  const id = await write(stage, text, second.networkUserId);
  const fold = (dialog: ParentNode, intent: string) =>
    dialog.querySelector(`details:has(input[name=intent][value=${intent}])`);
  const press = async (intent: string, fields: Record<string, string> = {}, who = asAlice) => {
    const page = await who.post(at(`&tweet=${id}`), { intent, tweetId: String(id), ...fields });
    expect(page.to).toBeNull();
    return page;
  };
  const messages: string[] = [];
  /** The folds that are open, the field that is wrong, and how many say why. */
  for (const [status, intent, fields, place] of [
    [422, "schedule-at", { moment: "2020-01-01T10:00" }, "moment"],
    [422, "schedule-at", { moment: "soon" }, "moment"],
    [422, "post-as", {}, "fold"],
    [404, "post-as", { account: his.networkUserId }, "fold"],
    [409, "take-off", {}, "alert"],
    [409, "dismiss", {}, "alert"],
    [422, "resolve", {}, "alert"],
    [422, "resolve", { published: "perhaps" }, "alert"],
    [409, "resolve", { published: "true" }, "alert"],
    [404, "post-now", { account: his.networkUserId }, "alert"],
  ] as const) {
    const page = await press(intent, fields);
    const title = `${intent} ${Object.keys(fields).join()}`;
    const dialog = dialogOf(page);
    const said = alerts(dialog);
    const field = wrong(dialog);
    const hints = [...(fold(dialog, "post-as")?.querySelectorAll("p") ?? [])].map(words);
    expect([title, page.status, said.length, field.length, hints.length]).toEqual([
      ...[title, status],
      ...{ moment: [1, 1, 0], fold: [0, 0, 1], alert: [1, 0, 0] }[place],
    ]);
    if ("moment" in fields) expect(field[0]).toEqual({ name: "moment", value: fields.moment, alert: said[0] });
    expect(["schedule-at", "post-as"].filter((one) => fold(dialog, one)?.hasAttribute("open"))).toEqual(
      place === "alert" ? [] : [intent],
    );
    messages.push(said[0] ?? hints[0] ?? "");
    const left = "moment" in fields ? `moment=${fields.moment}` : "moment=2026-11-19T12:00";
    expect(shown(dialog, id).offers).toEqual(opened.pending.offers.map((one) => one.replace(/moment=.*/, left)));
  }
  expect(messages.every((one) => one.length > 10)).toBe(true);
  // The two wrong answers are told alike, and so are the two accounts that are not hers.
  expect(new Set(messages).size).toBe(messages.length - 2);
  const foreign = await press("post-now", {}, asBob);
  expect([foreign.status, foreign.dialog, alerts(foreign.document).length]).toEqual([404, null, 1]);
  expect(foreign.html).not.toContain("Kestrels");

  stage.network.faults.push(refused);
  const failed = await press("post-now");
  expect([failed.status, words(the(dialogOf(failed), ".badge"))]).toEqual([502, "Failed"]);
  expect(words(the(dialogOf(failed), ".tweet__state"))).toContain("You may not.");
  expect(alerts(dialogOf(failed)), "the tweet itself says why").toEqual([]);
  for (const [status, intent, fields] of [
    [404, "post-now", { account: his.networkUserId }],
    [409, "take-off", {}],
    [422, "nonsense", {}],
  ] as const) {
    const page = await press(intent, fields);
    expect([intent, page.status, alerts(dialogOf(page)).length]).toEqual([intent, status, 1]);
  }
});
