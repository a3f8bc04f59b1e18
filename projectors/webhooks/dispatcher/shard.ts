/** Number of parts that all webhooks are divided into among dispatchers. It never changes. */
export const SHARDS = 64

/** The shard of a connection's webhook, from 0 (FNV-1a of the id). */
export function shardOf(connectionId: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < connectionId.length; i++) {
    hash = Math.imul(hash ^ connectionId.charCodeAt(i), 0x01000193)
  }
  return (hash >>> 0) % SHARDS
}
