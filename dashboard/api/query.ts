import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, call } from './client.ts'
import { type Listed, readList } from './read-list.ts'
import { type FactFilter, useReloadOnFacts } from './reload-on-facts.ts'

/** The last answer of a path, the error of the last read, and a way to read again. */
export type Query<Body> = {
  readonly body: Body | null
  readonly error: ApiError | null
  /** Resolves to false when the server does not include that position yet. */
  readonly reload: (asOf?: string) => Promise<boolean>
}

/** An answer, and the number of its request: an answer to an earlier request is older, however late it arrives. */
type Answer = { readonly body: unknown; readonly request: number }

/** The last answers, so that a page shows at once when the user returns. The most recently shown are last. */
const answers = new Map<string, Answer>()
const MAX_ANSWERS = 50
/** Counts requests. */
let count = 0
/** Grows when all answers are forgotten: answers to earlier requests are not for the next user. */
let age = 0

type Read<Body> = (path: string, asOf: string | null) => Promise<Body>

function readOnce<Body>(path: string, asOf: string | null): Promise<Body> {
  return call<Body>('GET', path, undefined, { asOf })
}

/**
 * Reads a path, again whenever the path changes; null reads nothing.
 * @param concerns selects the facts that change the answer
 * @param read reads the path, as of a position of the log
 */
export function useQuery<Body>(
  path: string | null,
  concerns: FactFilter | null = null,
  read: Read<Body> = readOnce,
): Query<Body> {
  const [, redraw] = useState(0)
  const [error, setError] = useState<ApiError | null>(null)
  const current = useRef(path)
  current.current = path
  const reload = useCallback(
    async (asOf?: string) => {
      if (path === null) return true
      let isThere = true
      const request = { count: ++count, age }
      try {
        const body = await read(path, asOf ?? null)
        if (request.age === age) keep(path, { body, request: request.count })
        if (current.current === path) setError(null)
      } catch (fault) {
        isThere = !(fault instanceof ApiError && fault.status === 503)
        if (current.current === path && fault instanceof ApiError) setError(fault)
      }
      redraw((n) => n + 1)
      return isThere
    },
    [path],
  )
  useReloadOnFacts(concerns, reload)
  useEffect(() => {
    setError(null)
    void reload()
  }, [reload])
  const answer = path === null ? undefined : answers.get(path)
  if (path !== null && answer !== undefined) keep(path, answer)
  return { body: (answer?.body as Body | undefined) ?? null, error, reload }
}

/**
 * The first items of a list, in as many calls as it takes.
 * @param path without a limit
 * @param most how many items; all when left out, such as for a choice
 */
export function useList<Item extends { readonly id: unknown }>(
  path: string,
  concerns: FactFilter | null,
  most = Number.POSITIVE_INFINITY,
): Query<Listed<Item>> {
  const limited = `${path}${path.includes('?') ? '&' : '?'}limit=${most}`
  return useQuery<Listed<Item>>(limited, concerns, (_, asOf) => readList(path, asOf, most))
}

/** A query that keeps its last answer while another one about the same thing is loading, such as a longer list. */
export function useKeepingLast<Body>(query: Query<Body>, about: string): Query<Body> {
  const last = useRef<{ readonly about: string; readonly body: Body } | null>(null)
  if (query.body !== null) last.current = { about, body: query.body }
  const body = last.current?.about === about ? last.current.body : null
  return { ...query, body }
}

/** Forgets every answer. */
export function forgetAnswers(): void {
  answers.clear()
  age += 1
}

function keep(path: string, answer: Answer): void {
  if ((answers.get(path)?.request ?? 0) > answer.request) return
  answers.delete(path)
  answers.set(path, answer)
  const [oldest] = answers.keys()
  if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest)
}
