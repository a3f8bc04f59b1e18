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

/** The last answers, so that a page that one comes back to stands at once. */
const answers = new Map<string, unknown>()
const MOST = 50
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
      const asked = age
      try {
        const answer = await call<Body>('GET', path, undefined, { asOf: asOf ?? null })
        if (asked === age) keep(path, answer)
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
  const body = path === null ? null : ((answers.get(path) as Body | undefined) ?? null)
  return { body, error, reload }
}

/** Forgets every answer. */
export function forgetAll(): void {
  answers.clear()
  age += 1
}

function keep(path: string, body: unknown): void {
  answers.delete(path)
  answers.set(path, body)
  const [oldest] = answers.keys()
  if (answers.size > MOST && oldest !== undefined) answers.delete(oldest)
}
