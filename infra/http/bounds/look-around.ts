import { endWith } from '../broken-http.ts'
import { HttpProblem } from '../http-problem.ts'
import type { Bounds } from './bounds.ts'
import { goesOn, type Held, waitsForUs } from './held.ts'

/** A body must reach its lowest rate over this window, ms; short bodies that never end are caught too. */
const WINDOW_MS = 15_000
/** An answer that waits this long, ms, waits for its reader and not for the network. */
const UNREAD_MS = 2_000
/** Above this many times a bound, younger answers are ended too. */
const FAR_OVER = 2

/** Ends bodies that arrive too slowly and, where too many bytes wait, answers that nobody reads. */
export function lookAround(all: ReadonlySet<Held>, bounds: Bounds, now = performance.now()): void {
  for (const held of all) {
    if (!bringsEnough(held, bounds, now)) endSlowBody(held)
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
function bringsEnough(held: Held, bounds: Bounds, now: number): boolean {
  const { exchange, socket, body } = held
  if (exchange === null || exchange.request.complete) return true
  if (now - held.began > bounds.bodyMs) return false
  if (now - body.at < WINDOW_MS) return true
  const { readableLength, readableHighWaterMark } = exchange.request
  const brought = socket.bytesRead - body.bytes
  held.body = { at: now, bytes: socket.bytesRead }
  return (
    readableLength >= readableHighWaterMark || brought >= (bounds.bodyLeastRate * WINDOW_MS) / 1_000
  )
}

function endSlowBody({ socket, exchange }: Held): void {
  if (exchange?.response.headersSent) return void socket.destroy()
  endWith(socket, new HttpProblem(408, 'invalid_body', 'the body came too slowly'))
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
    if (waitsForUs(held) && !goesOn(held)) continue
    bytes -= held.socket.writableLength
    held.socket.destroy()
  }
}
