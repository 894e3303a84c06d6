// Dragging a scheduled task of the week to another slot, by the browser's own drag: with a pointer, and by a long press where
// a finger's move would scroll. The task stays where it is until the page says that it has moved.
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";

/** `slot` is the slot's key. */
export type OnMove = (tweetId: number, slot: string) => void;

const lifted = "task--lifted";
const over = "is-over";

/** What is draggable, or can be dropped on, already; what leaves the page takes its listeners with it. */
const armed = new WeakSet<HTMLElement>();
const isNew = (element: HTMLElement): boolean => !armed.has(element) && Boolean(armed.add(element));

/** By their table, as its page is now: each change of the address is another. */
const moves = new WeakMap<HTMLElement, OnMove>();

/** Makes a task draggable to the slots of its table. */
export function armTask(table: HTMLElement, task: HTMLElement, onMove: OnMove): void {
  moves.set(table, onMove);
  for (const slot of table.querySelectorAll<HTMLElement>(".slot")) if (isNew(slot)) armSlot(table, slot);
  if (!isNew(task)) return;
  draggable({
    element: task,
    // The element may be another tweet's by now.
    canDrag: () => task.matches("[data-tweet]"),
    getInitialData: () => ({ tweetId: Number(task.dataset["tweet"]) }),
    // Of a link the browser would show its address.
    onGenerateDragPreview: ({ nativeSetDragImage }) => nativeSetDragImage?.(task, 16, 16),
    onDragStart: () => task.classList.add(lifted),
    onDrop: () => task.classList.remove(lifted),
  });
}

function armSlot(table: HTMLElement, slot: HTMLElement): void {
  dropTargetForElements({
    element: slot,
    // Not on one that has passed, nor where it stands.
    canDrop: ({ source }) => slot.matches("[data-slot]") && !slot.contains(source.element),
    onDragEnter: () => slot.classList.add(over),
    onDragLeave: () => slot.classList.remove(over),
    onDrop: ({ source }) => {
      slot.classList.remove(over);
      moves.get(table)?.(Number(source.data["tweetId"]), slot.dataset["slot"] ?? "");
    },
  });
}
