import { useState } from 'preact/hooks'
import { text } from '../text/choose.ts'
import { Icon } from './icon.tsx'

/** Copies a text, and says so for a moment. */
export function Copy({ value, label }: { value: string; label?: string }) {
  const { isCopied, copy } = useCopy(value)
  return (
    <button type="button" onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span aria-live="polite">{isCopied ? text().act.copied : (label ?? text().act.copy)}</span>
    </button>
  )
}

/** An id, to be read and to be copied whole. @param props.label what it is the id of */
export function CopyId({ value, label }: { value: string; label: string }) {
  const { isCopied, copy } = useCopy(value)
  const { act } = text()
  const name = `${act.copy}: ${label}`
  if (value === '') return null
  return (
    <span class="copy-id">
      <code class="break">{value}</code>
      <button type="button" class="quiet" aria-label={name} title={name} onClick={copy}>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <span class="hidden" role="status">
        {isCopied ? act.copied : ''}
      </span>
    </span>
  )
}

function useCopy(value: string) {
  const [isCopied, setCopied] = useState(false)
  const act = async (button: HTMLElement) => {
    const beside = () => copyBeside(button, value)
    // A browser may refuse it to a page that it does not trust.
    if (window.isSecureContext) await navigator.clipboard.writeText(value).catch(beside)
    else beside()
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  const copy = (event: { readonly currentTarget: HTMLElement }) => void act(event.currentTarget)
  return { isCopied, copy }
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
