import { useState } from 'preact/hooks'
import { text } from '../text/choose.ts'
import { Icon } from './icon.tsx'

/** A button that copies a text and confirms it for a moment. */
export function Copy({ value, label }: { value: string; label?: string }) {
  const { isCopied, copy } = useCopy(value)
  return (
    <button type="button" onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span aria-live="polite">{isCopied ? text().act.copied : (label ?? text().act.copy)}</span>
    </button>
  )
}

/** An id with a button to copy it. @param props.label what the id names */
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
  const copyValue = async (button: HTMLElement) => {
    const beside = () => copyBeside(button, value)
    // Browsers may refuse the clipboard to a page they do not trust.
    if (window.isSecureContext) await navigator.clipboard.writeText(value).catch(beside)
    else beside()
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  const copy = (event: { readonly currentTarget: HTMLElement }) =>
    void copyValue(event.currentTarget)
  return { isCopied, copy }
}

/**
 * Copies through a selected field, because a page without TLS has no clipboard API. The field is placed beside the
 * button, because an open dialog allows no selection outside of it.
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

/** A text to copy whole, such as a key or a link. */
export function Copyable({ value }: { value: string }) {
  return (
    <div class="copyable">
      <code>{value}</code>
      <Copy value={value} />
    </div>
  )
}
