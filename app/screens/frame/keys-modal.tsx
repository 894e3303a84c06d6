// Lists the keyboard shortcuts; a button does the same as each of them.
import { Dialog, DialogBody } from "~/ui/dialog/dialog";
import { DescriptionItem, DescriptionList } from "~/ui/page/description-list";

const single = [
  ["/", "Focus search"],
  ["?", "Show shortcuts"],
] as const;

const others = [
  ["Ctrl+Enter", "Save"],
  ["Ctrl+Z", "Undo the last action while its message is showing"],
  ["Escape", "Close"],
  ["Arrows", "Move between time slots and menu items"],
] as const;

export default function KeysModal({ isOn, closeTo }: { isOn: boolean | null; closeTo: string }) {
  return (
    <Dialog title="Keyboard shortcuts" closeTo={closeTo}>
      <DialogBody>
        <DescriptionList>
          {[...(isOn ? single : []), ...others].map(([keys, what]) => (
            <DescriptionItem term={keys} key={keys}>
              {what}
            </DescriptionItem>
          ))}
        </DescriptionList>
        {isOn !== null && (
          <p className="quiet">
            {isOn
              ? "You can turn off single-key shortcuts in Settings."
              : "Single-key shortcuts are off. Turn them on in Settings."}
          </p>
        )}
      </DialogBody>
    </Dialog>
  );
}
