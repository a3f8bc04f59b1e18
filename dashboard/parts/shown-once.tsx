import { text } from '../text/choose.ts'
import { Copyable } from './copy.tsx'
import { Dialog } from './dialog.tsx'

type ShownOnceProps = {
  readonly title: string
  readonly about: string
  readonly value: string
  readonly onClose: () => void
}

/** A text that cannot be read here again after closing, such as a key or a link. */
export function ShownOnce({ title, about, value, onClose }: ShownOnceProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{about}</p>
      <Copyable value={value} />
      <Done onDone={onClose} />
    </Dialog>
  )
}

/** The button that closes a dialog. */
export function Done({ onDone }: { onDone: () => void }) {
  return (
    <div class="buttons">
      <button type="button" class="primary" onClick={onDone}>
        {text().act.done}
      </button>
    </div>
  )
}
