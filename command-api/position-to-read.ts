import type { EventStore } from '@recado/infra/event-store/event-store'

/**
 * The position that the read models must have reached before the client reads what a command left: that of the new
 * facts, or of the stream's last fact where nothing was new. Null when the stream has none.
 */
export async function positionToRead(
  { store }: { readonly store: Pick<EventStore, 'readLast'> },
  stream: string,
  written: bigint | null,
): Promise<bigint | null> {
  return written ?? (await store.readLast(stream))?.position ?? null
}
