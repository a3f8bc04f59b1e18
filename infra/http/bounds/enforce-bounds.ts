import { HttpProblem } from '../http-problem.ts'
import type { Bounds } from './bounds.ts'
import { breakOff, type Exchange, type Held, isEndlessStream, waitsForUs } from './held.ts'

/** A body must reach its lowest rate over this window, ms; short bodies that never end are caught too. */
const WINDOW_MS = 15_000
/** An answer that waits this long, ms, waits for its reader and not for the network. */
const UNREAD_MS = 2_000
/** How long the body of a stranger may take, ms: its sender is known only when all of it is here. */
const STRANGER_MS = 15_000
/** Above this many times a bound, younger answers are ended too. */
const FAR_OVER = 2

/** Ends bodies that arrive too slowly and, where too many bytes wait, answers that nobody reads. */
export function enforceBounds(
  all: ReadonlySet<Held>,
  bounds: Bounds,
  now = performance.now(),
): void {
  for (const held of all) {
    const { exchange } = held
    if (exchange !== null && !isFastEnough(held, exchange, bounds, now)) endSlowBody(held, exchange)
    if (held.socket.writableLength === 0) held.unreadSince = null
    else held.unreadSince ??= now
  }
  const unread = [...all].filter(({ unreadSince }) => unreadSince !== null)
  for (const group of byAddress(unread)) endUnread(group, bounds.unreadBytesPerAddress, now)
  endUnread(unread, bounds.unreadBytes, now)
}

function byAddress(connections: readonly Held[]): Iterable<readonly Held[]> {
  const groups = new Map<string | null, Held[]>()
  for (const held of connections) {
    const { address } = held
    const group = groups.get(address)
    if (group === undefined) groups.set(address, [held])
    else group.push(held)
  }
  return groups.values()
}

/** Bytes that have arrived and that we have not read yet count in the client's favour. */
function isFastEnough(held: Held, exchange: Exchange, bounds: Bounds, now: number): boolean {
  const { socket, body } = held
  const { request, response, isAuthorised } = exchange
  if (request.complete) return true
  const waitsUnread = request.readableLength >= request.readableHighWaterMark
  const isHeld = !isAuthorised && !response.headersSent
  if (isHeld && !waitsUnread && now - held.began > STRANGER_MS) return false
  if (now - held.began > bounds.bodyMs) return false
  if (now - body.at < WINDOW_MS) return true
  const brought = socket.bytesRead - body.bytes
  held.body = { at: now, bytes: socket.bytesRead }
  return waitsUnread || brought >= (bounds.bodyLeastRate * WINDOW_MS) / 1_000
}

function endSlowBody(held: Held, exchange: Exchange): void {
  breakOff(held, exchange, new HttpProblem(408, 'invalid_body', 'the body came too slowly'))
}

/** Ends the oldest exchanges first. A single answer may be of any size. */
function endUnread(group: readonly Held[], most: number, now: number): void {
  const waiting = group.filter(({ socket }) => !socket.destroyed)
  let bytes = waiting.reduce((sum, { socket }) => sum + socket.writableLength, 0)
  if (bytes <= most) return
  for (const held of waiting.toSorted((a, b) => a.began - b.began).slice(0, -1)) {
    if (bytes <= most) return
    const isYoung = now - (held.unreadSince ?? now) < UNREAD_MS
    if (isYoung && bytes <= FAR_OVER * most) continue
    if (waitsForUs(held) && !isEndlessStream(held)) continue
    bytes -= held.socket.writableLength
    held.socket.destroy()
  }
}
