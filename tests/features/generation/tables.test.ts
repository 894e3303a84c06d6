// The pure parts of generation in tables: what of a batch can be shown, who may ask, and where the wire lies.
import { describe, expect, it } from "vitest";
import { batchSize, minTweets, review, type Rules, taskMessages } from "~/features/generation/batch";
import { suggestionsPath } from "~/features/generation/suggestions-path";
import { refusalOf } from "~/features/generation/can-generate";
import { topicSchema } from "~/features/generation/schema.server";
import { axisOf, bandsOf, clock, hoursOf, stretchOf, xOf, yOf } from "~/features/generation/wire-shape";
import { fingerprint } from "~/features/tweets/text";
import { cashtagsIn, hostsIn, mentionsIn } from "~/features/tweets/text.server";

const rules = (more: Partial<Rules> = {}): Rules => ({
  ...{
    topic: "trains",
    faultOf: () => null,
    fingerprint,
    mentionsIn,
    hostsIn,
    cashtagsIn,
    duplicates: new Set<string>(),
  },
  ...more,
});
const same = "It says the same as another post of this author.";

describe("of what was written", () => {
  it("five are asked for and three are enough", () => {
    expect([batchSize, minTweets]).toEqual([5, 3]);
    expect(taskMessages.tooFew).toBe("The AI returned too few usable tweets. Try again, or add detail to the topic.");
  });

  it.each([
    [["one"], ["one"], []],
    [["  one\n"], ["one"], []],
    [["cafe\u0301"], ["café"], []],
    [["one", "two", "one"], ["one", "two"], [["one", same]]],
    [["one", "ONE!"], ["one"], [["ONE!", same]]],
    [["ask @a and @B"], [], [["ask @a and @B", "It mentions @a, @B, which the topic does not name."]]],
    [["$TSLA $tsla"], ["$TSLA $tsla"], []],
    [["$TSLA $F"], [], [["$TSLA $F", "It has more than one $cashtag, and X takes one."]]],
    [["@a $TSLA $F"], [], [["@a $TSLA $F", "It mentions @a, which the topic does not name."]]],
    [[], [], []],
  ])("%j is good as %j and faulty as %j", (texts, good, faulty) => {
    const sorted = review(texts, rules());
    expect(sorted).toEqual({ good, faulty: faulty.map(([text, fault]) => ({ text, fault })) });
  });

  it.each([
    ["trains", "See evil.example.com", "evil.example.com"],
    ["trains", "See https://Evil.com/trains?of=linnet.com#linnet.com", "evil.com"],
    ["trains", "日本evil.comを", "evil.com"],
    ["trains", "see a.co and b.co", "a.co, b.co"],
    ["our shop linnet.com", "See linnet.com.evil.com", "linnet.com.evil.com"],
    ["our shop linnet.com", "See evillinnet.com", "evillinnet.com"],
    // X's link ends before the @.
    ["our shop linnet.com", "See https://linnet.com@evil.com", null],
    ["our blog at me.github.io", "See github.io/evil", "github.io"],
    ["our shop linnet.com", "See https://linnet.com/sale", null],
    ["our shop https://www.Linnet.com/", "See blog.linnet.com and LINNET.com", null],
    ["Node.js", "Node.js. Version 1.2 or end.Begin", null],
    ["socket.io", "Socket.io's rooms", null],
  ])("on the topic %j a writer's link in %j is a stranger's as a mention is: %j", (topic, text, strangers) => {
    const fault = strangers && `It links to ${strangers}, which the topic does not name.`;
    expect(review([text], rules({ topic, mentionsIn: () => [] })).faulty).toEqual(fault ? [{ text, fault }] : []);
  });

  it("what is out, or was taken before, is not said again, and what was faulty may be mended to the same", () => {
    const duplicates = new Set([fingerprint("Said before")]);
    expect(review(["said BEFORE!", "new"], rules({ duplicates })).good).toEqual(["new"]);
    expect(review(["taken", "new"], rules(), ["Taken."]).good).toEqual(["new"]);
    expect(review(["@x hi", "@x hi"], rules()).faulty.map(({ fault }) => fault.slice(0, 14))).toEqual([
      ...["It mentions @x", "It mentions @x"],
    ]);
  });

  it("X's own fault goes first, of the text as it would be posted; an empty one is nobody's to mend", () => {
    const seen: string[] = [];
    const faultOf = (text: string) => (seen.push(text), "Too long.");
    expect(review([" @x $A $B ", " "], rules({ faultOf })).faulty).toEqual([{ text: "@x $A $B", fault: "Too long." }]);
    expect(seen).toEqual(["@x $A $B", ""]);
  });

  it.each([
    ["what @nasa does", "@NASA", true],
    ["what @NASA does", "@nasa", true],
    ["what nasa does", "@nasa", false],
    ["what @nasa does", "@nasa_x", false],
    ["@a and @b", "@b, @a", true],
    ["@a", "@a and @b", false],
  ])("on the topic %j a post may say %j: %s", (topic, text, may) => {
    expect(review([text], rules({ topic })).good).toEqual(may ? [text] : []);
  });
});

it.each([
  [{ signedIn: false, accounts: 0, hasDefault: false }, "", "Please login first to generate tweets"],
  [{ signedIn: false, accounts: 1, hasDefault: true }, "bees", "Please login first to generate tweets"],
  [{ signedIn: true, accounts: 0, hasDefault: false }, "", "请先绑定Twitter账户才能生成推文"],
  [{ signedIn: true, accounts: 0, hasDefault: true }, "bees", "请先绑定Twitter账户才能生成推文"],
  [{ signedIn: true, accounts: 2, hasDefault: false }, "", "请在用户菜单中设置一个默认Twitter账户"],
  [{ signedIn: true, accounts: 1, hasDefault: false }, "bees", "请在用户菜单中设置一个默认Twitter账户"],
  [{ signedIn: true, accounts: 1, hasDefault: true }, "", "Say what the tweets should be about."],
  [{ signedIn: true, accounts: 1, hasDefault: true }, " \n\u00a0", "Say what the tweets should be about."],
])("who is %j and asks %j is told %s", (viewer, topic, told) => {
  expect(refusalOf(viewer, topic)).toBe(told);
});

it("who may ask and says something is refused nothing", () => {
  expect(refusalOf({ signedIn: true, accounts: 1, hasDefault: true }, " b ")).toBeNull();
  expect(refusalOf({ signedIn: true, accounts: 2, hasDefault: true }, "b")).toBeNull();
});

it("a topic is trimmed, and has one to two thousand characters", () => {
  const told = (topic: unknown) => {
    const { success, data, error } = topicSchema.safeParse(topic);
    return success ? data : error.issues.map(({ message }) => message);
  };
  expect(told(" bees \n")).toBe("bees");
  expect(told(` ${"x".repeat(2_000)} `)).toHaveLength(2_000);
  expect(told("x".repeat(2_001))).toEqual(["Use up to 2,000 characters for the topic."]);
  for (const none of ["", " \n", undefined, 7]) expect(told(none)).toEqual(["Say what the tweets should be about."]);
  expect(topicSchema.safeParse("x".repeat(2_001)).error?.issues[0]).toMatchObject({ params: { type: "too_long" } });
});

it("suggestions have a frame where there are any, be they empty", () => {
  const of = (searchSuggestions: string | null) => suggestionsPath({ id: "b1", searchSuggestions });
  expect([of(null), of(""), of("<p>")]).toEqual([null, "/generate/suggestions/b1", "/generate/suggestions/b1"]);
});

describe("the wire", () => {
  it.each([
    [300, 1_500, 5, 26],
    [300, 1_440, 5, 25],
    [300, 1_441, 5, 26],
    [299, 1_000, 3, 23],
    [300, 1_501, 4, 27],
    [1_439, 1_500, 5, 26],
    [1_439, 1_501, 22, 42],
    [0, 480, -1, 19],
    [59, 480, -1, 19],
    [60, 480, 0, 20],
    [600, 1_800, 9, 31],
  ])("asked at %d with a window to %d goes from %d to %d", (now, windowTo, fromHour, toHour) => {
    expect(axisOf({ now, windowFrom: now, windowTo, lands: now })).toEqual({ fromHour, toHour });
  });

  it("lies between its posts and hangs in the middle", () => {
    const axis = { fromHour: 5, toHour: 25 };
    expect([300, 900, 1_500, 360].map((minute) => xOf(minute, axis))).toEqual([20, 300, 580, 48]);
    expect([20, 300, 580, 160, 440].map(yOf)).toEqual([46, 58, 46, 55, 55]);
    expect(stretchOf(20, 580)).toBe("M20.0 46.0Q300.0 70.0 580.0 46.0");
    expect(stretchOf(160, 300)).toBe("M160.0 55.0Q230.0 58.0 300.0 58.0");
  });

  it.each([
    [0, "00:00"],
    [59, "00:59"],
    [60, "01:00"],
    [1_439, "23:59"],
    [1_440, "00:00"],
    [1_501, "01:01"],
    [-1, "23:59"],
    [-1_441, "23:59"],
    [599.5, "10:00"],
    [599.4, "09:59"],
    [1_439.6, "00:00"],
  ])("minute %d is %s", (minute, shown) => {
    expect(clock(minute)).toBe(shown);
  });

  const told = (fromHour: number, toHour: number) =>
    bandsOf({ fromHour, toHour }).map((band) => `${band.light} ${band.fromHour} to ${band.toHour}`);
  it("shows the day's light hour by hour, over midnight and before it", () => {
    expect(told(5, 25)).toEqual([
      ...["night 5 to 7", "morning 7 to 11", "noon 11 to 15", "afternoon 15 to 19", "evening 19 to 23"],
      "night 23 to 25",
    ]);
    expect(told(7, 11)).toEqual(["morning 7 to 11"]);
    expect(told(-1, 8)).toEqual(["night -1 to 7", "morning 7 to 8"]);
    expect(told(22, 32)).toEqual(["evening 22 to 23", "night 23 to 31", "morning 31 to 32"]);
    expect(told(24, 30)).toEqual(["night 24 to 30"]);
  });

  it("writes the hours at which the light changes, but none within two hours of an end", () => {
    expect(hoursOf({ fromHour: 5, toHour: 25 })).toEqual([7, 11, 15, 19, 23]);
    expect(hoursOf({ fromHour: 6, toHour: 24 })).toEqual([11, 15, 19]);
    expect(hoursOf({ fromHour: 7, toHour: 21 })).toEqual([11, 15, 19]);
  });
});
