import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { text } from '../text/choose.ts'

type FiltersProps = {
  /** The number of filters that are set, shown here or not. */
  readonly count: number
  readonly onClear: () => void
  readonly children: ComponentChildren
}

/** The filters of a list; on a phone they are folded behind one button. */
export function Filters({ count, onClear, children }: FiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { filters } = text()
  return (
    <div class="fold">
      <button
        type="button"
        class="unfold"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {filters.open(count)}
      </button>
      {count === 0 ? null : (
        <button type="button" class="quiet clear" onClick={onClear}>
          {filters.clear}
        </button>
      )}
      <div id={id} class={isOpen ? 'row filters open' : 'row filters'}>
        {children}
      </div>
    </div>
  )
}
