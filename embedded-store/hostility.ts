import { fraction } from '@recado/infra/random'

/**
 * The faults that the store injects. EventStoreDB may show each of them: lose an answer after the commit, forget event
 * ids, rewind a subscriber to its checkpoint, and be slow.
 */
export type Hostility = {
  /** Bytes of event ids remembered for weak idempotence. */
  readonly weakBytes: number
  /** Whether to withhold an answer the client waits for. */
  readonly dropsAnswer: () => boolean
  /** Milliseconds to wait before an answer or a page. */
  readonly delay: () => number
  /** Where a subscription continues: at its position, or again from its last checkpoint. */
  readonly rewind: (position: bigint, checkpoint: bigint) => bigint
  /** Whether a subscription ends as too slow after a page, which servers before 24.2 do under load. */
  readonly endsSubscription: () => boolean
}

/** As well-behaved as a healthy EventStoreDB. */
export const FRIENDLY: Hostility = {
  weakBytes: 8 * 1024 * 1024,
  dropsAnswer: () => false,
  delay: () => 0,
  rewind: (position) => position,
  endsSubscription: () => false,
}

/**
 * For tests of the store's clients: one answer in a hundred is lost, one page in twenty is repeated, and a subscription
 * ends after one page in a hundred.
 */
export const HOSTILE: Hostility = {
  weakBytes: 0,
  dropsAnswer: () => Math.random() < 0.01,
  delay: () => (Math.random() < 0.1 ? Math.random() * 200 : 0),
  rewind: (position, checkpoint) => (Math.random() < 0.05 ? checkpoint : position),
  endsSubscription: () => Math.random() < 0.01,
}

/** Healthy, but every third page ends its subscription: for tests that must meet that, not only survive it. */
export function impatientHostility(): Hostility {
  let pages = 0
  return { ...FRIENDLY, endsSubscription: () => ++pages % 3 === 0 }
}

/** The faults of a cluster: a subscription ends after one page in two hundred, reproducible by the seed. */
export function clusterHostility(seed: number): Hostility {
  let pages = 0
  return { ...FRIENDLY, endsSubscription: () => fraction(seed, pages++) < 0.005 }
}
