import { useState } from 'preact/hooks'
import { text } from '../text/choose.ts'
import { Icon } from './icon.tsx'

/** Copies a text, and says so for a moment. */
export function Copy({ value, label }: { value: string; label?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (button: HTMLElement) => {
    if (window.isSecureContext) await navigator.clipboard.writeText(value)
    else copyBeside(button, value)
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return (
    <button type="button" onClick={(event) => void copy(event.currentTarget)}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span aria-live="polite">{isCopied ? text().act.copied : (label ?? text().act.copy)}</span>
    </button>
  )
}

/**
 * A page that came without TLS has no clipboard, but a field that is marked has. It stands beside the button, as a dialog
 * lets nothing outside of it be marked.
 */
function copyBeside(button: HTMLElement, value: string): void {
  const field = document.createElement('textarea')
  field.value = value
  button.after(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  button.focus()
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
