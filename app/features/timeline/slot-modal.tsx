// Renders the dialog that lists a slot's tweets.
import { Link } from "~/ui/link";
import { Glyph, statusWords } from "~/ui/page/badge";
import { Dialog, DialogBody } from "~/ui/dialog/dialog";
import type { TaskStatus } from "./week.types";

export interface ListedTask {
  id: number;
  status: TaskStatus;
  content: string;
  time: string;
  href: string;
}

interface SlotModalProps {
  tasks: readonly ListedTask[];
  count: number;
  allHref: string;
  slot: string;
  closeTo: string;
}

export default function SlotModal({ tasks, count, allHref, slot, closeTo }: SlotModalProps) {
  return (
    <Dialog title={count === 1 ? "1 tweet" : `${count} tweets`} subtitle={slot} closeTo={closeTo}>
      <DialogBody>
        <ul className="list">
          {tasks.map((task) => (
            <li key={task.id}>
              <Link className="list__row" to={task.href} preventScrollReset>
                <Glyph status={task.status} />
                {/* The hidden word has its own direction, so it doesn't decide the tweet's. */}
                <span dir="auto">
                  <span className="visually-hidden" dir="ltr">
                    {statusWords[task.status]}:{" "}
                  </span>
                  {task.content}
                </span>
                <time>{task.time}</time>
              </Link>
            </li>
          ))}
        </ul>
        {count > tasks.length && (
          <p className="hint">
            <span>{`Showing the first ${tasks.length}. `}</span>
            <Link className="link" to={allHref}>
              Show all in the list
            </Link>
          </p>
        )}
      </DialogBody>
    </Dialog>
  );
}
