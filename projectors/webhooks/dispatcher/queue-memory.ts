import type { PendingDelivery } from './pending-delivery.ts'

/** Bytes of bodies that any queue may keep, however much others do. */
const LEAST_OF_ONE = 256 * 1024
const MOST_OF_ONE = 16 * 1024 * 1024
/** Of all queues of a dispatcher. One body may be as large as a thousand others, and an endpoint that is dead keeps its. */
const MOST_OF_ALL = 256 * 1024 * 1024
/** For less a read is not worth its while. */
const LEAST_READ = LEAST_OF_ONE / 2

/** Bytes of bodies that the queues of a dispatcher keep together. */
export type QueueMemory = { bytes: number }

/** Bytes of the bodies that a queue keeps. */
export type QueueBytes = {
  /** Of those in order. */
  inOrder: number
  /** Of those that wait for a gap before them to be loaded. */
  ahead: number
  readonly together: QueueMemory
}

type Place = 'inOrder' | 'ahead'

export function noBytes(together: QueueMemory): QueueBytes {
  return { inOrder: 0, ahead: 0, together }
}

/** Counts a delivery that is kept from now on. */
export function kept(bytes: QueueBytes, where: Place, { body }: PendingDelivery): void {
  bytes[where] += body.byteLength
  bytes.together.bytes += body.byteLength
}

/** Counts a delivery that is kept no longer. */
export function released(bytes: QueueBytes, where: Place, { body }: PendingDelivery): void {
  bytes[where] -= body.byteLength
  bytes.together.bytes -= body.byteLength
}

/** Counts all that a queue keeps as gone. */
export function releasedAll(bytes: QueueBytes): void {
  bytes.together.bytes -= bytes.inOrder + bytes.ahead
  bytes.inOrder = 0
  bytes.ahead = 0
}

/** Whether there is room for one more that waits for a gap. */
export function hasBytesAhead({ inOrder, ahead, together }: QueueBytes): boolean {
  return left(inOrder + ahead, together.bytes) > 0
}

/** How many bytes a read may bring. What waits for a gap is no reason not to load the gap. */
export function bytesToLoad({ inOrder, ahead, together }: QueueBytes): number {
  const room = left(inOrder, together.bytes - ahead)
  return room < LEAST_READ ? 0 : room
}

function left(own: number, all: number): number {
  return Math.max(LEAST_OF_ONE - own, Math.min(MOST_OF_ONE - own, MOST_OF_ALL - all))
}
