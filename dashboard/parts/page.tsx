import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { text } from '../text/choose.ts'
import { Icon } from './icon.tsx'

type PageProps = {
  readonly title: string
  readonly about?: string
  /** Buttons beside the heading. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page: its heading, which is also the window's title, its actions, and its content. */
export function Page({ title, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${text().app}`
  }, [title])
  return (
    <>
      <div class="heading">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {about === undefined ? null : <p class="muted">{about}</p>}
        </div>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </div>
      {children}
    </>
  )
}

/** A page without a session. */
export function SignedOutPage({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · ${text().app}`
  }, [title])
  return (
    <main class="door">
      <div class="brand">
        <Icon name="mark" />
        <strong>{text().app}</strong>
      </div>
      <div class="card">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
