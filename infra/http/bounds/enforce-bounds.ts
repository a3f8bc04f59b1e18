import { HttpProblem } from '../http-problem.ts'
import type { Bounds } from './bounds.ts'
import {
  breakOff,
  type Exchange,
  isEndlessStream,
  type OpenConnection,
  waitsForUs,
} from './open-connection.ts'

/** The window, ms, over which a body must reach its lowest rate. A short body that never ends misses it too. */
const WINDOW_MS = 15_000
/** An answer that has waited this long, ms, waits for its reader and not for the network. */
const MIN_UNREAD_MS = 2_000
/** How long the body of a stranger may take, ms: its sender is known only when all of it is here. */
const MAX_STRANGER_BODY_MS = 15_000
/** Above this many times a bound, younger answers are ended too. */
const FAR_OVER = 2

/** Ends bodies that arrive too slowly and, where too many bytes wait, answers that nobody reads. */
export function enforceBounds(
  all: ReadonlySet<OpenConnection>,
  bounds: Bounds,
  now = performance.now(),
): void {
  for (const connection of all) {
    const { exchange } = connection
    if (exchange !== null && !isFastEnough(connection, exchange, bounds, now))
      endSlowBody(connection, exchange)
    if (connection.socket.writableLength === 0) connection.unreadSince = null
    else connection.unreadSince ??= now
  }
  const unread = [...all].filter(({ unreadSince }) => unreadSince !== null)
  for (const group of byAddress(unread)) endUnread(group, bounds.unreadBytesPerAddress, now)
  endUnread(unread, bounds.unreadBytes, now)
}

function byAddress(connections: readonly OpenConnection[]): Iterable<readonly OpenConnection[]> {
  const groups = new Map<string | null, OpenConnection[]>()
  for (const connection of connections) {
    const { address } = connection
    const group = groups.get(address)
    if (group === undefined) groups.set(address, [connection])
    else group.push(connection)
  }
  return groups.values()
}

/** Bytes that have arrived and that we have not read yet count in the client's favour. */
function isFastEnough(
  connection: OpenConnection,
  exchange: Exchange,
  bounds: Bounds,
  now: number,
): boolean {
  const { socket, body } = connection
  const { request, response, isAuthorised } = exchange
  if (request.complete) return true
  const waitsUnread = request.readableLength >= request.readableHighWaterMark
  const isHeld = !isAuthorised && !response.headersSent
  if (isHeld && !waitsUnread && now - connection.began > MAX_STRANGER_BODY_MS) return false
  if (now - connection.began > bounds.bodyMs) return false
  if (now - body.at < WINDOW_MS) return true
  const receivedBytes = socket.bytesRead - body.bytes
  connection.body = { at: now, bytes: socket.bytesRead }
  return waitsUnread || receivedBytes >= (bounds.bodyLeastRate * WINDOW_MS) / 1_000
}

function endSlowBody(connection: OpenConnection, exchange: Exchange): void {
  breakOff(
    connection,
    exchange,
    new HttpProblem(
      408,
      'invalid_body',
      'the body arrived too slowly; send it faster, or in smaller parts',
    ),
  )
}

/** Ends the oldest exchanges first. A single answer may be of any size. */
function endUnread(group: readonly OpenConnection[], most: number, now: number): void {
  const waiting = group.filter(({ socket }) => !socket.destroyed)
  let bytes = waiting.reduce((sum, { socket }) => sum + socket.writableLength, 0)
  if (bytes <= most) return
  for (const connection of waiting.toSorted((a, b) => a.began - b.began).slice(0, -1)) {
    if (bytes <= most) return
    const isYoung = now - (connection.unreadSince ?? now) < MIN_UNREAD_MS
    if (isYoung && bytes <= FAR_OVER * most) continue
    if (waitsForUs(connection) && !isEndlessStream(connection)) continue
    bytes -= connection.socket.writableLength
    connection.socket.destroy()
  }
}
