import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api/client.ts'
import type { Query } from '../api/query.ts'
import { useInterval } from '../api/use-interval.ts'
import { text } from '../text/choose.ts'
import { waitOf } from '../text/time.ts'
import { rateLimitText } from './rate-limit-text.ts'

/** The number of placeholder rows. */
export const PLACEHOLDERS = 8

/** A placeholder for a word or two. */
export function Placeholder({ kind = '' }: { kind?: string }) {
  return <span class={`placeholder ${kind}`} />
}

/** A placeholder of the answer's size, so that nothing jumps. */
export function Loading({ rows, children }: { rows?: number; children?: ComponentChildren }) {
  return (
    <div class={children ? 'loading shaped' : 'loading'} role="status">
      <span class="hidden">{text().state.loading}</span>
      {children ? (
        <div inert>{children}</div>
      ) : (
        Array.from({ length: rows ?? PLACEHOLDERS }, (_, n) => <Placeholder key={n} />)
      )}
    </div>
  )
}

/** An empty list, and how to fill it. */
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
  if (error.filling !== null) return <BeingFilled filling={error.filling} again={again} />
  if (error.status === 429) return <FailedBy detail={rateLimitText(error)} {...props} />
  if (error.status === 403) return <Empty title={state.forbidden} />
  // The server's text about its own faults does not help the user, and exists in one language only.
  const detail = error.status >= 500 ? '' : error.message
  return <FailedBy detail={detail} {...props} />
}

const RETRY_MS = 2_000

/** How far the read models are filled; tries again until they are complete. */
function BeingFilled(props: { filling: NonNullable<ApiError['filling']>; again: () => void }) {
  const { percent, seconds_left } = props.filling
  const { state } = text()
  useInterval(RETRY_MS, props.again)
  const wait = seconds_left === null ? null : waitOf(seconds_left)
  return (
    <div class="empty" role="status">
      <strong>{state.filling}</strong>
      {percent === null ? null : <p>{state.filled(`${percent} %`, wait)}</p>}
      <p class="muted">{state.fillingMore}</p>
    </div>
  )
}

function FailedBy(props: { detail: string; error: ApiError; again: () => void }) {
  const { detail, error, again } = props
  const { state } = text()
  return (
    <div class="empty" role="alert">
      <strong>{error.status === 0 ? state.offlineShort : state.failed}</strong>
      {detail === '' ? null : <p class="muted">{detail}</p>}
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
  readonly rows?: number
  /** A placeholder in the shape of the answer, if known. */
  readonly placeholder?: ComponentChildren
  readonly children: (body: Body) => ComponentChildren
}

/** Shows an answer, the placeholder, or the error; an old answer stays while a newer one fails. */
export function Loaded<Body>({
  query,
  rows = PLACEHOLDERS,
  placeholder,
  children,
}: LoadedProps<Body>) {
  const { body, error, reload } = query
  if (body !== null) return <>{children(body)}</>
  if (error !== null) return <Failed error={error} again={() => void reload()} />
  return <Loading rows={rows}>{placeholder}</Loading>
}
