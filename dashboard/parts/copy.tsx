import { useState } from 'preact/hooks'
import { text } from '../text/choose.ts'
import { Icon } from './icon.tsx'

/** Copies a text, and says so for a moment. */
export function Copy({ value, label }: { value: string; label?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return (
    <button type="button" onClick={() => void copy()}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span aria-live="polite">{isCopied ? text().act.copied : (label ?? text().act.copy)}</span>
    </button>
  )
}

/** A text that is to be copied whole: a key, a link. */
export function Copyable({ value }: { value: string }) {
  return (
    <div class="copyable">
      <code>{value}</code>
      <Copy value={value} />
    </div>
  )
}
