import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api/client.ts'
import type { Query } from '../api/query.ts'
import { text } from '../text/choose.ts'

/** Takes the room that the answer will take, so that nothing jumps. */
export function Loading({ rows }: { rows: number }) {
  return (
    <div class="loading" role="status">
      <span class="hidden">{text().state.loading}</span>
      {Array.from({ length: rows }, (_, n) => (
        <span class="bone" key={n} />
      ))}
    </div>
  )
}

/** Nothing is there, and what would bring something. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  )
}

/** Why something could not be shown, and a way to try again. */
export function Failed(props: { error: ApiError; again: () => void }) {
  const { error, again } = props
  const { state } = text()
  if (error.status === 404)
    return (
      <Empty title={state.notFound}>
        <p class="muted">{state.notFoundMore}</p>
        <a class="button" href="/dashboard">
          {state.toHome}
        </a>
      </Empty>
    )
  if (error.status === 403) return <Empty title={state.forbidden} />
  // What the server says of its own faults helps nobody, and is in one language.
  const isOurs = error.status >= 500
  return (
    <div class="empty" role="alert">
      <strong>{error.status === 0 ? state.offlineShort : state.failed}</strong>
      {isOurs || error.message === '' ? null : <p class="muted">{error.message}</p>}
      {error.requestId === null ? null : (
        <p class="muted small">
          {state.request} <code>{error.requestId}</code>
        </p>
      )}
      <button type="button" onClick={again}>
        {state.again}
      </button>
    </div>
  )
}

type LoadedProps<Body> = {
  readonly query: Query<Body>
  readonly rows: number
  readonly children: (body: Body) => ComponentChildren
}

/** What was read, or why it was not; an old answer stays while a newer one cannot be had. */
export function Loaded<Body>({ query, rows, children }: LoadedProps<Body>) {
  const { body, error, reload } = query
  if (body !== null) return <>{children(body)}</>
  if (error !== null) return <Failed error={error} again={() => void reload()} />
  return <Loading rows={rows} />
}
