import type { PendingDelivery } from './pending-delivery.ts'

/** Bytes of bodies that a queue may always keep, however much others use. */
const MIN_PER_ONE = 256 * 1024
const MAX_PER_ONE = 16 * 1024 * 1024
/** Limit for all queues together. One body may equal a thousand others, and a dead endpoint keeps its own. */
const MAX_IN_ALL = 256 * 1024 * 1024
const MIN_READ = MIN_PER_ONE / 2

/** The bytes of the bodies that all queues keep. Only this module writes them. */
export type QueueMemory = { readonly bytes: number }

/** The bytes of the bodies that one queue keeps. Only this module writes them. */
export type QueueBytes = {
  readonly inOrder: number
  /** Bodies of deliveries that wait for a gap before them to be loaded. */
  readonly ahead: number
  readonly together: QueueMemory
}

type Counted = { inOrder: number; ahead: number; readonly together: { bytes: number } }

type Place = 'inOrder' | 'ahead'

export function noBytes(together: QueueMemory): QueueBytes {
  return { inOrder: 0, ahead: 0, together }
}

export function countKept(bytes: Counted, where: Place, { body }: PendingDelivery): void {
  bytes[where] += body.byteLength
  bytes.together.bytes += body.byteLength
}

export function countReleased(bytes: Counted, where: Place, { body }: PendingDelivery): void {
  bytes[where] -= body.byteLength
  bytes.together.bytes -= body.byteLength
}

export function countAllReleased(bytes: Counted): void {
  bytes.together.bytes -= bytes.inOrder + bytes.ahead
  bytes.inOrder = 0
  bytes.ahead = 0
}

export function hasBytesAhead({ inOrder, ahead, together }: QueueBytes): boolean {
  return roomFor(inOrder + ahead, together.bytes) > 0
}

/** How many bytes a read may load. Deliveries that wait for a gap do not count, or the gap could not be loaded. */
export function bytesToLoad({ inOrder, ahead, together }: QueueBytes): number {
  const room = roomFor(inOrder, together.bytes - ahead)
  return room < MIN_READ ? 0 : room
}

function roomFor(own: number, all: number): number {
  return Math.max(MIN_PER_ONE - own, Math.min(MAX_PER_ONE - own, MAX_IN_ALL - all))
}
