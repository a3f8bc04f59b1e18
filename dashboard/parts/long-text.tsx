import { useState } from 'preact/hooks'
import { text } from '../text/choose.ts'

const MAX_SHOWN_CHARACTERS = 6_000
/** A browser lays out a piece only when it comes into view, because the style says so. */
const MAX_PIECE_CHARACTERS = 20_000

/** A text of possibly megabytes: its beginning, and all of it on request. */
export function LongText({ value }: { value: string }) {
  const [isWhole, setWhole] = useState(false)
  if (value.length <= MAX_SHOWN_CHARACTERS) return <pre>{value}</pre>
  if (!isWhole)
    return (
      <>
        <pre>{value.slice(0, MAX_SHOWN_CHARACTERS)}…</pre>
        <button type="button" onClick={() => setWhole(true)}>
          {text().raw.showAll(value.length)}
        </button>
      </>
    )
  const pieces = Array.from({ length: Math.ceil(value.length / MAX_PIECE_CHARACTERS) }, (_, n) =>
    value.slice(n * MAX_PIECE_CHARACTERS, (n + 1) * MAX_PIECE_CHARACTERS),
  )
  return (
    <div class="pieces">
      {pieces.map((piece, n) => (
        <pre key={n}>{piece}</pre>
      ))}
    </div>
  )
}
