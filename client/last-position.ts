/** The place in the log of the newest write of a client, so that its next read shows it. */
export type LastPosition = {
  /** Notes what an answer says of a write. */
  note(answer: Response): void
  /** Asks that a read shows at least that, unless it asks for a position by itself. */
  ask(request: Request): void
}

const ASKED = 'x-min-event-position'

/** Knows of no write yet. */
export function lastPosition(): LastPosition {
  let last = -1n
  return {
    note({ headers }) {
      const text = headers.get('x-event-position') ?? ''
      // Answers of writes made at the same time come in any order.
      if (/^\d{1,20}$/.test(text) && BigInt(text) > last) last = BigInt(text)
    },
    ask({ method, headers }) {
      if (method === 'GET' && last >= 0n && !headers.has(ASKED)) headers.set(ASKED, String(last))
    },
  }
}
