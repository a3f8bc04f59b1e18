import type { PendingDelivery } from './pending-delivery.ts'

/** Bytes of bodies that a queue may always keep, however much others use. */
const LEAST_OF_ONE = 256 * 1024
const MOST_OF_ONE = 16 * 1024 * 1024
/**
 * Limit for all queues of a dispatcher. One body may be as large as a thousand others, and a dead endpoint keeps its
 * own.
 */
const MOST_OF_ALL = 256 * 1024 * 1024
/** Below this a read is not worthwhile. */
const LEAST_READ = LEAST_OF_ONE / 2

/** Bytes of bodies that all queues of a dispatcher keep. */
export type QueueMemory = { bytes: number }

/** Bytes of bodies that one queue keeps. */
export type QueueBytes = {
  /** Bodies of deliveries in order. */
  inOrder: number
  /** Bodies of deliveries that wait for a gap before them to be loaded. */
  ahead: number
  readonly together: QueueMemory
}

type Place = 'inOrder' | 'ahead'

export function noBytes(together: QueueMemory): QueueBytes {
  return { inOrder: 0, ahead: 0, together }
}

/** Counts a delivery that the queue now keeps. */
export function kept(bytes: QueueBytes, where: Place, { body }: PendingDelivery): void {
  bytes[where] += body.byteLength
  bytes.together.bytes += body.byteLength
}

/** Counts a delivery that the queue no longer keeps. */
export function released(bytes: QueueBytes, where: Place, { body }: PendingDelivery): void {
  bytes[where] -= body.byteLength
  bytes.together.bytes -= body.byteLength
}

/** Counts everything the queue keeps as released. */
export function releasedAll(bytes: QueueBytes): void {
  bytes.together.bytes -= bytes.inOrder + bytes.ahead
  bytes.inOrder = 0
  bytes.ahead = 0
}

/** Whether there is room for one more delivery that waits for a gap. */
export function hasBytesAhead({ inOrder, ahead, together }: QueueBytes): boolean {
  return left(inOrder + ahead, together.bytes) > 0
}

/** How many bytes a read may load. Deliveries that wait for a gap do not count, or the gap could not be loaded. */
export function bytesToLoad({ inOrder, ahead, together }: QueueBytes): number {
  const room = left(inOrder, together.bytes - ahead)
  return room < LEAST_READ ? 0 : room
}

function left(own: number, all: number): number {
  return Math.max(LEAST_OF_ONE - own, Math.min(MOST_OF_ONE - own, MOST_OF_ALL - all))
}
