import { text } from '../text/choose.ts'

/** Shows more of a list, below what is shown. */
export function Pager(props: { shown: number; total: number; onMore: () => void; said: string }) {
  const { shown, total, onMore, said } = props
  if (total === 0) return null
  return (
    <div class="pager">
      <span class="muted small" aria-live="polite">
        {Math.min(shown, total)} / {said}
      </span>
      {shown < total ? (
        <button type="button" onClick={onMore}>
          {text().act.more}
        </button>
      ) : null}
    </div>
  )
}
