import type { EventStoreDBClient } from '@eventstore/db-client'
import { StoreUnavailable } from './errors.ts'
import { guardedClient } from './guarded-client.ts'

/**
 * The client in use, replaced when its connection has gone mute: keepalive alone would need 20 seconds to
 * notice. One connection per process: the client's table of waiting appends belongs to its module, so an
 * append stream that breaks rejects the waiting appends of every other client too (they are sent again).
 */
export type Connection = {
  /** @throws StoreUnavailable after `close` */
  readonly client: EventStoreDBClient
  /** Something came back: the connection is not mute. */
  answered(): void
  /** A call begun at `since` (ms, `performance.now`) was never answered; if nothing was, dial anew. */
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
  let client = guardedClient(url)
  let lastSign = performance.now()
  let closed = false

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
      if (closed || lastSign > since) return
      const mute = client
      client = guardedClient(url)
      lastSign = performance.now()
      void discard(mute)
    },
    async close() {
      if (closed) return
      closed = true
      await discard(client)
    },
  }
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
