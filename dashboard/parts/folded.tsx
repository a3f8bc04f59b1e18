import { useState } from 'preact/hooks'
import { LongText } from './long-text.tsx'

/** A value as JSON, rendered only when it is unfolded. */
export function Folded(props: { label: string; value: unknown; isOpen?: boolean }) {
  const { label, value, isOpen = false } = props
  const [isShown, setShown] = useState(isOpen)
  return (
    <details open={isOpen} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isShown ? <LongText value={JSON.stringify(value, null, 2)} /> : null}
    </details>
  )
}
