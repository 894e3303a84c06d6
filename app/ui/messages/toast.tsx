// Toasts: a message, perhaps with an Undo, that disappears unless it is hovered or focused.
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { seconds } from "~/ground/time/duration";
import { settles, type FormMessage, type Undo } from "./form-message";
import { placeToasts } from "./toast-place";
import { IconButton } from "~/ui/form/button";
import { Icon } from "~/ui/icons/icon";
import { lazyPart } from "~/ui/lazy-part";
import { Message } from "~/ui/message";
import { useHydrated } from "~/ui/use-hydrated";

const UndoForm = lazyPart("undo", () => import("./undo-form"));

const shownFor = seconds(6);
const undoFor = seconds(10);

interface Board {
  items: readonly { key: number; one: FormMessage; leave(): void }[];
  /** Moves the toasts into an open dialog, because the page is inert. Returns the function that reverts it. */
  take(): () => void;
  isTaken: boolean;
}

const BoardContext = createContext<Board>({ items: [], take: () => () => {}, isTaken: false });

const shownOnce = new WeakSet<FormMessage>();
const isFresh = (formMessage: FormMessage | null | undefined): formMessage is FormMessage =>
  Boolean(formMessage?.message && !formMessage.isShown) && !shownOnce.has(formMessage as FormMessage);

const asks = new EventTarget();

export const showToast = (message: FormMessage): void =>
  void asks.dispatchEvent(new CustomEvent<FormMessage>("toast", { detail: message }));

interface ToastBoardProps {
  result: FormMessage | undefined;
  flash: FormMessage | null | undefined;
  covered: boolean;
  children: ReactNode;
}

export function ToastBoard({ result, flash, covered, children }: ToastBoardProps) {
  const hydrated = useHydrated();
  const [items, show] = useState<readonly FormMessage[]>(hydrated ? [] : [result, flash].filter(isFresh));
  const [gone, drop] = useState<readonly FormMessage[]>([]);
  const [takers, count] = useState(0);

  const add = useRef((messages: readonly (FormMessage | null | undefined)[]) => {
    const fresh = messages.filter(isFresh);
    for (const one of fresh) shownOnce.add(one);
    const isNew = (message: FormMessage) => !first.current.includes(message);
    // Added after the region exists, so that they are announced. A lazy part may have to load first.
    setTimeout(() => startTransition(() => show((others) => [...others, ...fresh.filter(isNew)])), settles);
  });
  useEffect(() => add.current([result, flash]), [result, flash]);
  useEffect(() => {
    const hear = (event: Event) => add.current([(event as CustomEvent<FormMessage>).detail]);
    asks.addEventListener("toast", hear);
    return () => asks.removeEventListener("toast", hear);
  }, []);
  const first = useRef(items);

  const isTaken = hydrated ? takers > 0 : covered;
  const board = useMemo<Board>(
    () => ({
      items: items.flatMap((item, key) => {
        if (gone.includes(item)) return [];
        return [{ key, one: item, leave: () => drop((others) => [...others, item]) }];
      }),
      take: () => {
        count((others) => others + 1);
        return () => count((others) => others - 1);
      },
      isTaken,
    }),
    [items, gone, isTaken],
  );
  return <BoardContext.Provider value={board}>{children}</BoardContext.Provider>;
}

export function Toasts({ inDialog }: { inDialog: boolean }) {
  const { items, take, isTaken } = useContext(BoardContext);
  const taking = useRef(take);
  useEffect(() => (inDialog ? taking.current() : undefined), [inDialog]);
  if (isTaken !== inDialog) return null;
  return items.map(({ key, one, leave }) => (
    <Toast key={key} text={one.message ?? ""} undo={one.undo} onGone={leave} />
  ));
}

function Toast({ text, undo, onGone }: { text: string; undo: Undo | undefined; onGone: () => void }) {
  const hydrated = useHydrated();
  const [isPaused, setPaused] = useState(false);
  const lasts = undo ? (undo.lastsMs ?? undoFor) : shownFor;
  const leave = useRef(onGone);
  leave.current = onGone;
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const put = () => place.current?.parentElement && placeToasts(place.current.parentElement);
    put();
    const later = () => setTimeout(put, settles * 2);
    addEventListener("resize", later);
    return () => removeEventListener("resize", later);
    // The close button appears with hydration.
  }, [hydrated]);

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => leave.current(), lasts);
    return () => clearTimeout(timer);
  }, [isPaused, lasts]);

  const pause = () => setPaused(true);
  const release = () => setPaused(false);
  return (
    <div className="toast" ref={place} onMouseEnter={pause} onMouseLeave={release} onFocus={pause} onBlur={release}>
      <Icon of="circle-check" />
      <span>
        <Message text={text} />
      </span>
      {undo && <UndoForm undo={undo} onDone={onGone} />}
      {hydrated && <IconButton label="Close" icon="x" small onClick={onGone} />}
    </div>
  );
}
