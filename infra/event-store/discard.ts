import type { EventStoreDBClient } from '@eventstore/db-client'

/** Ends the calls of a client and its channel, which `dispose` alone leaves open. */
export async function discard(client: EventStoreDBClient): Promise<void> {
  await client.dispose().catch(() => undefined)
  const getChannel: () => Promise<{ close(): void }> = Reflect.get(client, 'getChannel')
  await getChannel().then(
    (channel) => channel.close(),
    () => undefined,
  )
}
