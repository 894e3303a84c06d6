// Languages offered for a voice, in their own names. The API accepts any BCP 47 tag.

const tags = "ar da de en es fr hi it ja ko nl pl pt pt-BR ru sv tr uk zh-Hans zh-Hant".split(" ");

/** Server only: browsers may use other names. */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1);
}

export const languages: { value: string; label: string }[] = [
  { value: "", label: "As the topic is written" },
  ...tags.map((tag) => ({ value: tag, label: nameOf(tag) })),
];
