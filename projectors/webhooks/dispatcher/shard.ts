/** Into how many parts the webhooks of the program are divided among dispatchers. Constant for ever. */
export const SHARDS = 64

/** The part that a connection's webhook belongs to, from 0 (FNV-1a of its id). */
export function shardOf(connectionId: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < connectionId.length; i++) {
    hash = Math.imul(hash ^ connectionId.charCodeAt(i), 0x01000193)
  }
  return (hash >>> 0) % SHARDS
}
