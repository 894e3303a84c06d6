// Posts that people mean as they stand, though a part of each looks like something that a model wraps round a post.

export const honestPosts: readonly string[] = [
  // labels
  "Post-mortem: nobody was paged.",
  "Option A: rewrite it. Option B: sleep, and delete half of it in the morning.",
  "Tip: the best camera is the one that your mother can use.",
  "Question: who decided that stand-ups last an hour?",
  "Hook: what a fish sees. Story: what it remembers.",
  "Draft 7 and it is still shorter than draft 1. Progress.",
  "Post 9 pm I answer nobody, and nothing has burnt down yet.",
  // numbers and lists
  "3/5 stars for the hotel, 5/5 for the cat at its door.",
  "24/7 support, by which we mean Petra.",
  "1. Compared with what?\n2. Who pays?\n3. What happens if we don't?",
  "- 12 unfinished repos\n- 1 domain renewed out of guilt\n- 0 people asked",
  "1.5 million rows and not one of them has a correct postcode.",
  "2026. Somewhere a fax machine is warming up.",
  "10/10, would queue for bread again. 1/2 of it was gone by the tram stop.",
  // quotation marks
  "“I'll launch when it's ready” has no date in it. “On the 14th” has.",
  '"Works on my machine," she said, and shipped the machine. "Next."',
  "'Twas the night before the release, and all through the house not a test was stirring.",
  "My favourite review so far: “It's fine.”",
  // brackets and notes
  "arr[0] is first. Tell your manager before the offsite.",
  "Three rules: [1] ship, [2] sleep, [3] repeat.",
  "Coffee is a food group.[1]\n\n[1] Source: me, 6:40 this morning.",
  "The form has one field [required] and a button [also required].",
  "My whole pitch fits in a text message (160 characters).",
  "[Insert coin] was the most honest call to action ever written.",
  // stars, lines, code, entities
  "2**10 is 1024 and 3**5 is 243, and that was the whole interview.",
  "f(**kwargs) and g(**kwargs) walk into a bar. The bar takes **drinks.",
  "Python's __init__ is not where __name__ comes from.",
  "*checks notes* It says here that we agreed on this in March.",
  "Paths like C:\\new\\table still break one script in three.",
  "Split on \\n, trim the \\r, and never speak of it again.",
  "Write &amp; where you mean & in HTML. You will forget it by lunch.",
  "if (a < b && b > c) { panic(); } // since 2014",
  // a first line that introduces
  "Here's a post I wish I had read at 20:\n\nStart before you know how it ends.",
  "Here is what nobody tells you about rain:\n\nit is mostly waiting.",
  // what looks like a refusal, a chat, a gap, a heading, a table
  "I'm sorry, but pineapple belongs on pizza.",
  "I can't help smiling when the night train is on time. I cannot write that sentence often.",
  "As an AI sceptic I read the paper twice. As an engineer I ran it once.",
  "Let me know if you want the recipe. It is mostly butter.",
  "# of days without coffee: 0",
  "this | that | the other: choose two.",
  "Growth is X% talent and Y% showing up. Nobody knows X.",
  "I <3 small talk with bakers. #bread #berlin #earlybird",
];
