import { endWith } from '../broken-http.ts'
import { HttpProblem } from '../http-problem.ts'
import type { Bounds } from './bounds.ts'
import { goesOn, type Held, waitsForUs } from './held.ts'

/** A body must reach its lowest rate over this window, ms; short bodies that never end are caught too. */
const WINDOW_MS = 15_000
/** An answer that waits this long, ms, waits for its reader and not for the network. */
const UNREAD_MS = 2_000

/** Ends bodies that arrive too slowly and, where too many bytes wait, answers that nobody reads. */
export function lookAround(all: ReadonlySet<Held>, bounds: Bounds, now = performance.now()): void {
  for (const held of all) {
    if (!bringsEnough(held, bounds, now)) endSlowBody(held)
    if (held.socket.writableLength === 0) held.unreadSince = null
    else held.unreadSince ??= now
  }
  const unread = [...all].filter(({ unreadSince }) => unreadSince !== null)
  for (const address of new Set(unread.map((held) => held.address))) {
    const group = unread.filter((held) => held.address === address)
    endUnread(group, bounds.unreadBytesPerAddress, now)
  }
  endUnread(unread, bounds.unreadBytes, now)
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
  for (const held of waiting.toSorted((a, b) => a.began - b.began).slice(0, -1)) {
    if (bytes <= most) return
    if (now - (held.unreadSince ?? now) < UNREAD_MS) continue
    if (waitsForUs(held) && !goesOn(held)) continue
    bytes -= held.socket.writableLength
    held.socket.destroy()
  }
}
