// Example products, and the sample analysis of test mode. Pure.
import type { ExplainedCriterion } from "./score";

interface Example {
  name: string;
  label: string;
  text: string;
}

export const examples: readonly Example[] = [
  {
    name: "saas",
    label: "SaaS Platform",
    text: "A planning board for small film crews. Unlike a spreadsheet it moves every call time when one scene slips. Used by 40 crews this spring. Try it free for one shoot.",
  },
  {
    name: "shop",
    label: "E-commerce Store",
    text: "One single-origin tea a month with a brewing card, for people who like the ritual but don’t want to choose. 1,200 subscribers, pause whenever you like. Start with a sample of three.",
  },
  {
    name: "app",
    label: "Mobile App",
    text: "An app for parents who carpool to school. It plans the week in seconds instead of forty messages in a group chat. Download it before Monday.",
  },
  {
    name: "service",
    label: "Service Business",
    text: "Bicycle repair that comes to your office, for teams of ten and more. We service every bike in one visit without anybody losing a morning. Book a visit for your street.",
  },
];

const words = (name: ExplainedCriterion["name"], title: string, weight: number, points: number) => ({
  name,
  title,
  weight,
  points,
});

export const sample = {
  content:
    "A booking page for small sailing schools that turns a good forecast into last-minute offers. Unlike a newsletter, it knows the wind: nine schools sell their empty seats by noon. Try it on the next windy day.",
  summary:
    "A booking page for small sailing schools. When the forecast is good it makes last-minute offers of the seats that are still empty, and nine schools sell theirs by noon.",
  tags: ["Booking", "Sailing schools", "Last-minute", "Small business"],
  score: 8.5,
  criteria: [
    {
      ...words("clarity", "Clarity", 25, 9.2),
      words: ["turns a good forecast into last-minute offers"],
      why: "One sentence that a stranger could repeat.",
    },
    {
      ...words("audience", "Audience", 20, 9.5),
      words: ["small sailing schools"],
      why: "Narrow enough that readers know right away if it’s for them.",
    },
    {
      ...words("differentiation", "Differentiation", 25, 8.8),
      words: ["Unlike a newsletter", "it knows the wind"],
      why: "Weather as the trigger is the part worth tweeting about.",
    },
    {
      ...words("proof", "Proof", 15, 6),
      words: ["nine schools"],
      why: "One number from one school would lift this most.",
    },
    {
      ...words("call_to_action", "Call to action", 15, 8),
      words: ["Try it on the next windy day"],
      why: "It says what to do, and when.",
    },
  ] satisfies ExplainedCriterion[],
  improvements: [
    "Add one number from one school: how many seats were sold that would have sailed empty.",
    "Name the school that tried it first.",
    "Say what a first try costs, so no one has to ask.",
  ],
};
