import { text } from '../text/choose.ts'
import { Copyable } from './copy.tsx'
import { Dialog } from './dialog.tsx'

type ShownOnceProps = {
  readonly title: string
  readonly about: string
  readonly value: string
  readonly onClose: () => void
}

/** What nobody can read again here once it is closed: a key, a link. */
export function ShownOnce({ title, about, value, onClose }: ShownOnceProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{about}</p>
      <Copyable value={value} />
      <Done onDone={onClose} />
    </Dialog>
  )
}

/** The one button of what is only read. */
export function Done({ onDone }: { onDone: () => void }) {
  return (
    <div class="buttons">
      <button type="button" class="primary" onClick={onDone}>
        {text().act.done}
      </button>
    </div>
  )
}
