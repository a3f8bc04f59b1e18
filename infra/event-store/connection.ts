import type { EventStoreDBClient } from '@eventstore/db-client'
import { StoreUnavailable } from './errors.ts'
import { guardedClient } from './guarded-client.ts'

/** No sooner is a connection given up again, however many calls suspect it, in ms. */
const MIN_AGE_MS = 250

/** What is in flight on a connection given up may still be answered for so long: it may just be slow. */
const GRACE_MS = 2_000

/**
 * The client in use, replaced when nothing comes back: keepalive alone would need 20 seconds to notice a mute
 * connection, and after a long outage grpc dials again only every two minutes. One connection per process: the client's table of waiting appends belongs to its module, so an
 * append stream that breaks rejects the waiting appends of every other client too (they are sent again).
 */
export type Connection = {
  /** @throws StoreUnavailable after `close` */
  readonly client: EventStoreDBClient
  /** Something came back: the connection is not mute. */
  answered(): void
  /** A call begun at `since` (ms, `performance.now`) was never answered; if no other was, dial anew. */
  suspect(since: number): void
  /** @throws StoreUnavailable after `close` */
  assertOpen(): void
  close(): Promise<void>
}

/**
 * Opens nothing yet: the first call dials.
 * @throws when the connection string cannot be read
 */
export function openConnection(url: string): Connection {
  let dialled = 0
  let client = guardedClient(url)
  let openedAt = performance.now()
  let lastSign = openedAt
  let closed = false
  const retired = new Set<EventStoreDBClient>()

  async function retire(suspected: EventStoreDBClient) {
    if (retired.delete(suspected)) await discard(suspected)
  }

  function assertOpen() {
    if (closed) throw closedConnection()
  }

  return {
    get client() {
      assertOpen()
      return client
    },
    assertOpen,
    answered() {
      lastSign = performance.now()
    },
    suspect(since) {
      if (closed || lastSign > since || performance.now() - openedAt < MIN_AGE_MS) return
      const suspected = client
      dialled += 1
      client = guardedClient(distinct(url, dialled))
      openedAt = performance.now()
      retired.add(suspected)
      setTimeout(() => void retire(suspected), GRACE_MS).unref()
    },
    async close() {
      if (closed) return
      closed = true
      await Promise.all([client, ...retired].map(discard))
    },
  }
}

/**
 * The same server by another name: grpc shares one connection between all channels with equal options, so
 * a second client would be handed the connection we give up. The one option that can differ harmlessly is
 * the keepalive timeout, by a millisecond.
 */
function distinct(url: string, dialled: number): string {
  const given = Number(/[?&]keepAliveTimeout=(\d+)/i.exec(url)?.[1] ?? 10_000)
  return `${url}${url.includes('?') ? '&' : '?'}keepAliveTimeout=${given + (dialled % 1_000)}`
}

function closedConnection(): StoreUnavailable {
  return new StoreUnavailable('the connection to the event store was closed by this process', {
    outcomeUnknown: false,
  })
}

/** Ends the calls of a client and its channel, which `dispose` alone leaves open. */
async function discard(client: EventStoreDBClient): Promise<void> {
  await client.dispose().catch(() => undefined)
  const getChannel: () => Promise<{ close(): void }> = Reflect.get(client, 'getChannel')
  await getChannel().then(
    (channel) => channel.close(),
    () => undefined,
  )
}
