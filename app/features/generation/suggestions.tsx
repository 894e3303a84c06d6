// Google's search suggestions, which its terms oblige us to show beside grounded answers: foreign markup, so in a locked frame.

/** `src` answers them with a content policy of its own. */
export function SearchSuggestions({ src }: { src: string }) {
  return (
    <iframe
      className="suggestions"
      src={src}
      title="Google search suggestions"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      loading="lazy"
    />
  );
}
