// Shows Google's search suggestions, as its terms require, in a sandboxed frame.

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
