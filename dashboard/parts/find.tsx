import { signal } from '@preact/signals'
import type { Found } from '@recado/contract/dashboard/find'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { text } from '../text/choose.ts'
import { isForOtherWindow } from './click.ts'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Time } from './time.tsx'
import { useFound } from './use-found.ts'

/** Whether the search box is open. */
export const isFinding = signal(false)

/** The search box for any id, name or word, opened from anywhere by Ctrl or Command with K. */
export function Find() {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // The modifier is checked first, because autofill sends key events without a `key`.
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      isFinding.value = true
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return isFinding.value ? <SearchBox /> : null
}

function SearchBox() {
  const [sought, setSought] = useState('')
  const { route } = useLocation()
  const isSecret = /^(whsec_|rcd_)/.test(sought.trim())
  const { found, problem } = useFound(isSecret ? '' : sought.trim())
  const close = () => {
    isFinding.value = false
  }
  const go = (href: string) => {
    close()
    route(href)
  }
  return (
    <Dialog title={text().find.title} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const first = found?.[0]
          if (first !== undefined) go(first.href)
        }}
      >
        <Field
          label={text().find.label}
          value={sought}
          onInput={setSought}
          error={isSecret ? text().find.secret : null}
          autofocus
        />
        {problem === null ? null : (
          <p class="error" role="alert">
            {problem.status === 0 ? text().state.offlineShort : text().state.failed}
          </p>
        )}
        <Results found={found} onFollow={close} />
        <div class="buttons">
          <button type="button" onClick={close}>
            {text().act.close}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

type ResultsProps = { readonly found: readonly Found[] | null; readonly onFollow: () => void }

function Results({ found, onFollow }: ResultsProps) {
  const { find } = text()
  return (
    <div class="results" aria-live="polite">
      {found?.length === 0 ? <p class="muted">{find.nothing}</p> : null}
      <ul>
        {(found ?? []).map(({ kind, id, title, href, contact_name, created_at }) => (
          <li key={`${kind} ${id}`}>
            <a
              class="button result"
              href={href}
              onClick={(event) => {
                if (!isForOtherWindow(event)) onFollow()
              }}
            >
              <span class="muted">{find.kinds[kind]}</span>
              <span class="cut">{title}</span>
              {created_at === null ? (
                <code class="cut">{id}</code>
              ) : (
                <span class="cut muted">
                  {contact_name} <Time at={created_at} />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
