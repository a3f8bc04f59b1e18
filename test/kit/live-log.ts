import { deliveredAs } from '@recado/infra/event-store/delivered-fact'
import type { Delivered, EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'

/** A log in memory that can be followed and read. Positions grow by ten. */
export type LiveLog = Pick<EventStore, 'head' | 'subscribe' | 'readAll'> & {
  /** Records a fact of an account. */
  put(accountId: string, data?: object): RecordedEvent
  readonly facts: readonly RecordedEvent[]
  /** The number of open subscriptions. */
  followers(): number
}

/** An empty log. */
export function liveLog(): LiveLog {
  const facts: RecordedEvent[] = []
  let followers = 0
  let wake = () => {}
  return {
    facts,
    followers: () => followers,
    put(accountId, data = {}) {
      const n = facts.length + 1
      const fact = {
        ...{ id: `event-${n}`, stream: 'message-1', type: 'MessageMarkedRead', data },
        ...{ revision: BigInt(n - 1), position: BigInt(n * 10) },
        created: '2026-01-01T00:00:00.000Z',
        metadata: { account_id: accountId, recorded_at: '2026-01-01T00:00:00.000Z' },
      } as unknown as RecordedEvent
      facts.push(fact)
      wake()
      return fact
    },
    head: async () => facts.at(-1)?.position ?? null,
    async *readAll({ from, limit = Number.POSITIVE_INFINITY }) {
      const least = typeof from === 'bigint' ? from : 0n
      yield* facts.filter(({ position }) => position >= least).slice(0, limit)
    },
    async *subscribe({ from, signal }): AsyncGenerator<Delivered> {
      let next = typeof from === 'bigint' ? Number(from / 10n) : 0
      followers += 1
      signal.addEventListener('abort', () => wake())
      try {
        while (!signal.aborted) {
          const event = facts[next]
          if (event !== undefined) {
            next += 1
            yield deliveredAs(event)
            continue
          }
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      } finally {
        followers -= 1
      }
    },
  }
}
