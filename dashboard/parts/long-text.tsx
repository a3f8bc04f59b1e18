import { useState } from 'preact/hooks'
import { text } from '../text/choose.ts'

const SHOWN = 6_000
/** Characters of a piece. By its style a piece is laid out only when it comes into view. */
const PIECE = 20_000

/** A text of possibly megabytes: its beginning, and all of it on request. */
export function LongText({ value }: { value: string }) {
  const [isWhole, setWhole] = useState(false)
  if (value.length <= SHOWN) return <pre>{value}</pre>
  if (!isWhole)
    return (
      <>
        <pre>{value.slice(0, SHOWN)}…</pre>
        <button type="button" onClick={() => setWhole(true)}>
          {text().raw.showAll(value.length)}
        </button>
      </>
    )
  const pieces = Array.from({ length: Math.ceil(value.length / PIECE) }, (_, n) =>
    value.slice(n * PIECE, (n + 1) * PIECE),
  )
  return (
    <div class="pieces">
      {pieces.map((piece, n) => (
        <pre key={n}>{piece}</pre>
      ))}
    </div>
  )
}
