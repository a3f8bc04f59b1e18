import type { Fetch } from './retrying-fetch.ts'

/** The place in the log of the newest write of a client, so that its next read shows it. */
export type LastPosition = {
  /** Notes what an answer says of a write. */
  note(answer: Response): void
  /** Asks that a read shows at least that, unless it asks for a position by itself. @returns whether it was asked here */
  ask(request: Request): boolean
  /** The same fetch, which asks again for where the log ends when that is before the position: the log was moved. */
  withinLog(fetch: Fetch): Fetch
}

const ASKED = 'x-min-event-position'

/** Knows of no write yet. */
export function lastPosition(): LastPosition {
  let last = -1n
  return {
    note(answer) {
      const position = positionOf(answer)
      // Answers of writes made at the same time come in any order.
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
