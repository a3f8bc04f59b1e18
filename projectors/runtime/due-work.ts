import { doublingWait } from '@recado/infra/concurrency/backoff'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 5 * 60_000

/** When each piece of work is to be tried again; work that is not known is due. */
export type DueWork = {
  /** The work that is due, the longest waiting first, so that none is forgotten when there is more than fits. */
  longestDue<Work>(works: readonly Work[], idOf: (work: Work) => string): readonly Work[]
  /** The work that is not due yet. */
  waiting(): readonly string[]
  /** The work is due again after so many ms. */
  succeeded(id: string, waitMs: number): void
  /** The work is due again after a pause that doubles with each failure, from 1 s to 5 min. */
  failed(id: string): void
  /** Forgets all other work. */
  keepOnly(ids: ReadonlySet<string>): void
}

export function dueWork(now: () => number = () => performance.now()): DueWork {
  const due = new Map<string, { readonly at: number; readonly failures: number }>()
  const at = (id: string) => due.get(id)?.at ?? 0
  return {
    longestDue: (works, idOf) =>
      works.filter((one) => at(idOf(one)) <= now()).sort((a, b) => at(idOf(a)) - at(idOf(b))),
    waiting: () => [...due.keys()].filter((id) => at(id) > now()),
    succeeded: (id, waitMs) => void due.set(id, { at: now() + waitMs, failures: 0 }),
    failed(id) {
      const failures = (due.get(id)?.failures ?? 0) + 1
      const wait = doublingWait(failures - 1, FIRST_PAUSE_MS, MAX_PAUSE_MS)
      due.set(id, { at: now() + wait, failures })
    },
    keepOnly(ids) {
      for (const id of due.keys()) if (!ids.has(id)) due.delete(id)
    },
  }
}
