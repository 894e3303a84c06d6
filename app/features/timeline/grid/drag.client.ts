// Drags scheduled tasks to other slots with the browser's drag and drop (long press on touch).
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";

export type OnMove = (tweetId: number, slot: string) => void;

const lifted = "task--lifted";
const over = "is-over";

const armed = new WeakSet<HTMLElement>();
const isNew = (element: HTMLElement): boolean => !armed.has(element) && Boolean(armed.add(element));

const moves = new WeakMap<HTMLElement, OnMove>();

export function armTask(table: HTMLElement, task: HTMLElement, onMove: OnMove): void {
  moves.set(table, onMove);
  for (const slot of table.querySelectorAll<HTMLElement>(".slot")) if (isNew(slot)) armSlot(table, slot);
  if (!isNew(task)) return;
  draggable({
    element: task,
    // The element may show another tweet by now.
    canDrag: () => task.matches("[data-tweet]"),
    getInitialData: () => ({ tweetId: Number(task.dataset["tweet"]) }),
    // The browser would show a link's URL as the preview.
    onGenerateDragPreview: ({ nativeSetDragImage }) => nativeSetDragImage?.(task, 16, 16),
    onDragStart: () => task.classList.add(lifted),
    onDrop: () => task.classList.remove(lifted),
  });
}

function armSlot(table: HTMLElement, slot: HTMLElement): void {
  dropTargetForElements({
    element: slot,
    canDrop: ({ source }) => slot.matches("[data-slot]") && !slot.contains(source.element),
    onDragEnter: () => slot.classList.add(over),
    onDragLeave: () => slot.classList.remove(over),
    onDrop: ({ source }) => {
      slot.classList.remove(over);
      moves.get(table)?.(Number(source.data["tweetId"]), slot.dataset["slot"] ?? "");
    },
  });
}
