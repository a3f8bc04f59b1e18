import type { Activity } from '@recado/contract/dashboard/activity'
import { useId } from 'preact/hooks'
import { text } from '../../text/choose.ts'
import { momentOf } from './format.ts'

type Props = {
  readonly activity: Activity
  readonly selected: number | null
  readonly onSelect: (index: number | null) => void
}

/** A slider that chooses the hour or day for the legends of all charts. */
export function Scrubber({ activity: { buckets, per }, selected, onSelect }: Props) {
  const id = useId()
  const { moment, all } = text().activity
  const chosen = selected === null ? undefined : buckets[selected]
  const shownMoment = chosen === undefined ? all : momentOf(chosen, per)
  return (
    <div class={chosen === undefined ? 'scrubber all' : 'scrubber'}>
      <label for={id} class="hidden">
        {moment}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={buckets.length - 1}
        value={selected ?? buckets.length - 1}
        aria-valuetext={shownMoment}
        onInput={({ currentTarget: { value } }) => onSelect(Number(value))}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onSelect(null)
        }}
      />
      <output for={id} class="small">
        {shownMoment}
      </output>
      {chosen === undefined ? null : (
        <button type="button" class="quiet" onClick={() => onSelect(null)}>
          {all}
        </button>
      )}
    </div>
  )
}
