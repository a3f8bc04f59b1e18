import type { EventStoreDBClient } from '@eventstore/db-client'
import { answerWithin } from '../concurrency/with-timeout.ts'

/** How long `dispose` may take, ms: the client (6.2.1) waits for ever for a read that was refused. */
const MAX_DISPOSE_MS = 500

/** Ends the calls of a client and its channel, which `dispose` alone leaves open. */
export async function discard(client: EventStoreDBClient): Promise<void> {
  await answerWithin(
    MAX_DISPOSE_MS,
    client.dispose().catch(() => undefined),
  )
  const getChannel: () => Promise<{ close(): void }> = Reflect.get(client, 'getChannel')
  await getChannel().then(
    (channel) => channel.close(),
    () => undefined,
  )
}
