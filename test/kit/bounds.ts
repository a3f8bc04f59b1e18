import type { Bounds } from '@recado/infra/http/bounds/bounds'

/** Bounds so wide that only a test which is about them reaches them. */
export const usualBounds: Bounds = {
  connections: 4_096,
  connectionsPerAddress: 1_024,
  headMs: 10_000,
  bodyMs: 900_000,
  bodyLeastRate: 8_192,
  unreadMs: 30_000,
  unreadBytes: 128 * 1024 * 1024,
  unreadBytesPerAddress: 32 * 1024 * 1024,
  strangerBytes: 128 * 1024 * 1024,
  trustedProxies: [],
}
