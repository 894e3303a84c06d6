// Lists the keyboard shortcuts; a button does the same as each of them.
import { Dialog, DialogBody } from "~/ui/dialog/dialog";
import { DescriptionItem, DescriptionList } from "~/ui/page/description-list";

const single = [
  ["/", "Search, where the page has one"],
  ["?", "This list"],
] as const;

const others = [
  ["Ctrl Enter", "Save the words in hand"],
  ["Ctrl Z", "Undo what was just done, while its message is there"],
  ["Escape", "Close what is open"],
  ["Arrows", "From slot to slot in the week, and in menus"],
] as const;

export default function KeysModal({ isOn, closeTo }: { isOn: boolean | null; closeTo: string }) {
  return (
    <Dialog title="Keys" closeTo={closeTo}>
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
            {isOn ? "Keys of one character are turned off in Settings." : "Keys of one character are off in Settings."}
          </p>
        )}
      </DialogBody>
    </Dialog>
  );
}
