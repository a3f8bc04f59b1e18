import { text } from '../text/choose.ts'
import { formatNumber } from '../text/count.ts'

type PagerProps = {
  /** The number of items before the shown ones. */
  readonly first: number
  readonly shown: number
  readonly total: number
  readonly totalText: string
  readonly onBack: () => void
  readonly onMore: () => void
}

/** The count of a list, with buttons for more of it and for the previous page. */
export function Pager({ first, shown, total, totalText, onBack, onMore }: PagerProps) {
  const { act } = text()
  if (total === 0 && first === 0) return null
  const last = Math.min(first + shown, total)
  return (
    <div class="pager">
      <span class="muted small" aria-live="polite">
        {first === 0 ? formatNumber(last) : `${formatNumber(first + 1)}–${formatNumber(last)}`} /{' '}
        {totalText}
      </span>
      <span class="buttons">
        {first > 0 ? (
          <button type="button" onClick={onBack}>
            {act.before}
          </button>
        ) : null}
        {last < total ? (
          <button type="button" onClick={onMore}>
            {act.more}
          </button>
        ) : null}
      </span>
    </div>
  )
}
