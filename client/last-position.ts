import type { Fetch } from './retrying-fetch.ts'

/** The log position of a client's newest write, which its next reads must include. */
export type LastPosition = {
  /** Remembers the position that the response to a write carries. */
  note(answer: Response): void
  /** Adds that position to a read, unless the read names one itself. @returns whether it was added */
  ask(request: Request): boolean
  /** Retries once at the end of the log when that is before the position: another log has replaced the old one. */
  withinLog(fetch: Fetch): Fetch
}

const ASKED = 'x-min-event-position'

export function lastPosition(): LastPosition {
  let last = -1n
  return {
    note(answer) {
      const position = positionOf(answer)
      // Responses to concurrent writes arrive in any order.
      if (position !== null && position > last) last = position
    },
    ask({ method, headers }) {
      if (method !== 'GET' || last < 0n || headers.has(ASKED)) return false
      headers.set(ASKED, String(last))
      return true
    },
    withinLog: (fetch) => async (request) => {
      const answer = await fetch(request)
      const end = answer.status === 503 ? positionOf(answer) : null
      if (end === null || end >= BigInt(request.headers.get(ASKED) ?? 0)) return answer
      await answer.body?.cancel()
      if (last > end) last = end
      request.headers.set(ASKED, String(end))
      return fetch(request)
    },
  }
}

function positionOf({ headers }: Response): bigint | null {
  const text = headers.get('x-event-position') ?? ''
  return /^\d{1,20}$/.test(text) ? BigInt(text) : null
}
