// The linnet: drawn once a page as a symbol, then used wherever the product makes its one joke.

/** Once a page, before any Bird; Shell places it. */
export function BirdSymbol() {
  return (
    <svg className="bird-symbol" aria-hidden="true">
      <symbol id="linnet" viewBox="0 0 64 64">
        <path className="bird-wing" d="M23 41 4 55.5c-.9.7-.6 2 .5 2.2l5.2.6L29 49z" />
        <path
          className="bird-belly"
          d="M40.5 11C31 11 28 18 26 25c-2 6.5-6 11-8 17 3 7 10 10.5 17.5 9.5C47 50 54 41 54.5 30c.2-4 .2-6-.5-9C52.7 15 47.5 11 40.5 11z"
        />
        <path
          className="bird-breast"
          d="M54.3 24c.6 9-2 17.5-9 22.5-4.5 3-9.5 2-11.8-1.5C38 41 43 36 44.5 28c3.5-.5 7-1.8 9.8-4z"
        />
        <path
          className="bird-back"
          d="M40.5 11C31 11 28 18 26 25c-1.5 5-4.5 9-6.5 13.2C28 39 39 37 44.5 28c4.5-.8 7.5-2.2 9.6-5.5C53.5 15 47.5 11 40.5 11z"
        />
        <path
          className="bird-breast"
          d="M48.5 13.5c-2.2-1.6-5-2.5-8-2.5-.6 0-1.2 0-1.8.1 2 3.4 6.4 4.9 12 4.7-.6-.9-1.3-1.6-2.2-2.3z"
        />
        <path
          className="bird-wing"
          d="M37 25.5C27.5 26 19.5 33.5 14 47.5c10 1.5 26-3.5 25.8-19.5 0-1.8-1.2-2.6-2.8-2.5z"
        />
        <path
          className="bird-belly"
          opacity=".5"
          d="M33.5 30.5c-5 2.5-9 6.7-12 11.7 4.3-2 9-6 12.4-11.3.3-.5 0-.7-.4-.4zM36.8 33c-3.3 4.6-7 7.8-11.3 10.5 4.8-.8 9-4.3 11.8-10.1.2-.5-.2-.8-.5-.4z"
        />
        <path className="bird-beak" d="m53.3 18.3 8.2 2.8c.7.2.7 1.1 0 1.4l-7.4 2.7z" />
        <circle className="bird-eye" cx="46.8" cy="19.6" r="2.3" />
        <circle className="bird-glint" cx="47.5" cy="18.9" r=".8" />
      </symbol>
    </svg>
  );
}

export function Bird({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 64 64" aria-hidden="true">
      <use href="#linnet" />
    </svg>
  );
}

export function BirdOnWire() {
  return (
    <svg className="empty__art" viewBox="0 0 176 88" aria-hidden="true">
      <path className="empty__wire" d="M2 58Q88 84 174 58" />
      <use href="#linnet" x="58" y="20" width="60" height="60" />
    </svg>
  );
}
