import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, call } from './client.ts'
import { type Concerns, useNews } from './news.ts'

/** What a page has of an address: the last answer, why there is no newer one, and a way to ask again. */
export type Query<Body> = {
  readonly body: Body | null
  readonly error: ApiError | null
  /** Answers false when the server does not show that position yet. */
  readonly reload: (asOf?: string) => Promise<boolean>
}

/** An answer, and when it was asked for: what was asked before it is older, however late it comes. */
type Kept = { readonly body: unknown; readonly asked: number }

/** The last answers, so that a page that one comes back to stands at once; those that are shown are the newest. */
const answers = new Map<string, Kept>()
const MOST = 50
/** Counts what was asked. */
let count = 0
/** Grows when all is forgotten: what was asked before is not for who comes next. */
let age = 0

/**
 * Reads an address, and again whenever it changes; null reads nothing.
 * @param concerns facts with which the answer is another
 */
export function useQuery<Body>(path: string | null, concerns: Concerns | null = null): Query<Body> {
  const [, redraw] = useState(0)
  const [error, setError] = useState<ApiError | null>(null)
  const now = useRef(path)
  now.current = path
  const reload = useCallback(
    async (asOf?: string) => {
      if (path === null) return true
      let isThere = true
      const asked = { count: ++count, age }
      try {
        const body = await call<Body>('GET', path, undefined, { asOf: asOf ?? null })
        if (asked.age === age) keep(path, { body, asked: asked.count })
        if (now.current === path) setError(null)
      } catch (fault) {
        isThere = !(fault instanceof ApiError && fault.status === 503)
        if (now.current === path && fault instanceof ApiError) setError(fault)
      }
      redraw((n) => n + 1)
      return isThere
    },
    [path],
  )
  useNews(concerns, reload)
  useEffect(() => {
    setError(null)
    void reload()
  }, [reload])
  const kept = path === null ? undefined : answers.get(path)
  if (path !== null && kept !== undefined) keep(path, kept)
  return { body: (kept?.body as Body | undefined) ?? null, error, reload }
}

/** A query whose last answer stays while another about the same is on its way: a longer list, say. */
export function useStaying<Body>(query: Query<Body>, about: string): Query<Body> {
  const last = useRef<{ readonly about: string; readonly body: Body } | null>(null)
  if (query.body !== null) last.current = { about, body: query.body }
  const body = last.current?.about === about ? last.current.body : null
  return { ...query, body }
}

/** Forgets every answer. */
export function forgetAll(): void {
  answers.clear()
  age += 1
}

function keep(path: string, answer: Kept): void {
  if ((answers.get(path)?.asked ?? 0) > answer.asked) return
  answers.delete(path)
  answers.set(path, answer)
  const [oldest] = answers.keys()
  if (answers.size > MOST && oldest !== undefined) answers.delete(oldest)
}
