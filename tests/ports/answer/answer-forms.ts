// The forms in which models were seen to send a list of five texts, though JSON of one shape was asked for.

export const five = [
  "Slow trains have better windows.",
  "Pack half. You will wear “the same two shirts” anyway.",
  "A map is a list of arguments:\n\n- this way\n- that way",
  "Night trains: a hotel that is late {but} moves [mostly].",
  'She said "platform 4" and meant it. 🚆',
];

const json = JSON.stringify({ tweets: five });
const pretty = JSON.stringify({ tweets: five }, null, 2);
const list = JSON.stringify(five);
const others = ["one draft", "another draft", "a third", "a fourth", "a fifth"];

/** Read whole: each gives the five. */
export const readForms: Record<string, string> = {
  "as it was asked for": json,
  "a bare list": list,
  "a fence with its language": "```json\n" + pretty + "\n```",
  "a fence without one": "```\n" + json + "\n```",
  "a fence that is never closed": "```json\n" + pretty,
  "prose round a fence": "Sure! Here are five posts:\n\n```json\n" + pretty + "\n```\n\nLet me know if you want more.",
  "prose before it": "Here is the JSON you asked for: " + json,
  "prose after it": json + "\n\nEach of these stays under 280 characters.",
  "brackets and braces in the prose": "As asked [see above] I wrote five {not six}:\n" + json + "\n[end] {done}",
  "trailing commas": '{"tweets": [' + five.map((text) => JSON.stringify(text)).join(",\n") + ",\n],}",
  "raw line ends inside the strings": json.replaceAll("\\n", "\n"),
  "escapes that JSON does not know": json.replaceAll("[mostly]", "\\[mostly\\]").replaceAll("-", "\\-"),
  "two objects, a draft and its correction": JSON.stringify({ tweets: others }) + "\n\nCorrected:\n\n" + json,
  "a list of objects of one text": JSON.stringify(five.map((text) => ({ text }))),
  "a list of objects of a text and its length": JSON.stringify({
    posts: five.map((content) => ({ content, characters: content.length })),
  }),
  "a name for each text": JSON.stringify(Object.fromEntries(five.map((text, at) => [`tweet${at + 1}`, text]))),
  "one more object round it": JSON.stringify({ response: { tweets: five } }),
  "another name for the list": JSON.stringify({ ideas: five }),
  "thoughts before it, with JSON in them":
    "<think>Perhaps " + JSON.stringify({ tweets: others }) + "? No.</think>\n" + json,
  "the end of thoughts whose beginning is lost": 'I weigh {"tweets": ["a"]} first.\n</think>\n\n' + json,
  "an object a line": five.map((text) => JSON.stringify({ tweet: text })).join("\n"),
  "sources after it": json + '\n\nSources:\n{"sources": ["https://one.example/a", "https://two.example/b"]}',
};

/** Nothing that can be told from prose, or only a part: asked for once more. */
export const unreadForms: Record<string, string> = {
  "single quotes": `{'tweets': [${five.map((text) => `'${text.replaceAll("'", "\\'")}'`).join(", ")}]}`,
  "typographic quotes": `{“tweets”: [${others.map((text) => `“${text}”`).join(", ")}]}`,
  "JSON inside a JSON string": JSON.stringify(json),
  "an answer that stops in the middle": json.slice(0, json.lastIndexOf("platform")),
};
