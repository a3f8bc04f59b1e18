import type { EventStore } from '@recado/infra/event-store/event-store'

/**
 * The position that the read models must pass before the client reads the result of a command: that of the new facts, or
 * of the stream's last fact after a no-op. Null for an empty stream.
 */
export async function positionToRead(
  { store }: { readonly store: Pick<EventStore, 'readLast'> },
  stream: string,
  written: bigint | null,
): Promise<bigint | null> {
  return written ?? (await store.readLast(stream))?.position ?? null
}
