// A toast stands where nothing can be pressed: rectangles in, its place out.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Box, toastPlace } from "~/ui/messages/toast-place";

const height = 740;
const box = (top: number, size: number, left = 0, width = 360): Box => ({
  top,
  bottom: top + size,
  left,
  right: left + width,
});
const rectangle = fc
  .tuple(
    fc.integer({ min: -300, max: 900 }),
    fc.integer({ min: 1, max: 300 }),
    fc.nat(400),
    fc.integer({ min: 1, max: 360 }),
  )
  .map((numbers) => box(...numbers));
const toasts = fc
  .tuple(fc.constantFrom(8, 690), fc.integer({ min: 30, max: 140 }), fc.nat(100), fc.integer({ min: 150, max: 260 }))
  .map((numbers) => box(...numbers));

const covers = (toast: Box, place: number, other: Box): boolean =>
  other.left < toast.right &&
  other.right > toast.left &&
  other.top < place + toast.bottom - toast.top &&
  other.bottom > place;

test("wherever it stands it covers no control, and stands in the window", () => {
  fc.assert(
    fc.property(toasts, fc.array(rectangle, { maxLength: 30 }), (toast, controls) => {
      const place = toastPlace(toast, controls, height);
      if (place === null) return;
      expect(controls.filter((control) => covers(toast, place, control))).toEqual([]);
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place + toast.bottom - toast.top).toBeLessThanOrEqual(height);
    }),
  );
});

test("an edge without a control is taken, first the one that it is nearer to", () => {
  fc.assert(
    fc.property(toasts, fc.array(rectangle, { maxLength: 12 }), (toast, controls) => {
      const size = toast.bottom - toast.top;
      const edges = toast.top > height / 2 ? [height - 8 - size, 8] : [8, height - 8 - size];
      const free = edges.filter((edge) => !controls.some((control) => covers(toast, edge, control)));
      fc.pre(free.length > 0);
      expect(toastPlace(toast, controls, height)).toBe(free[0]);
    }),
  );
});

test("between two taken edges it stands beside the control that is nearest to the first, if there is room", () => {
  const [head, foot] = [box(0, 60), box(660, 80)];
  expect(toastPlace(box(8, 50), [head, foot], height)).toBe(68);
  expect(toastPlace(box(682, 50), [head, foot], height)).toBe(602);
  expect(toastPlace(box(8, 50), [head, box(100, 560), foot], height)).toBeNull();
});
