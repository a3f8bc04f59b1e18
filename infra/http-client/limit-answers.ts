import diagnostics from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { AnswerTooLong } from './answer-too-long.ts'

/** Bytes of an answer besides its body: 1xx heads, its own head, chunk extensions, trailers. */
const MAX_OVERHEAD_BYTES = 128 * 1024

/** The bytes that each connection had received when its present request was written; infinite once the limit is off. */
const received = new WeakMap<Socket, number>()
/** Connections on which only the bytes before an answer's body are limited. */
const limitedToHeads = new WeakSet<Socket>()
const underWay = new WeakMap<object, Socket>()

// Published by undici right before the first byte of a request is written.
diagnostics.subscribe('undici:client:sendHeaders', (message) => {
  const { socket, request } = message as { socket: Socket; request: object }
  if (!received.has(socket)) return
  received.set(socket, socket.bytesRead)
  if (limitedToHeads.has(socket)) underWay.set(request, socket)
})

// Published by undici for each head of an answer, those of 1xx included.
diagnostics.subscribe('undici:request:headers', (message) => {
  const { request, response } = message as { request: object; response: { statusCode: number } }
  const socket = response.statusCode >= 200 ? underWay.get(request) : undefined
  if (socket) received.set(socket, Number.POSITIVE_INFINITY)
})

/**
 * Ends connections on which more arrives than one answer may hold.
 * @param bodyBytes the longest body, or `any` for answers whose reader limits them, such as files
 */
export function limitAnswers(
  dial: buildConnector.connector,
  bodyBytes: number | 'any' = 0,
): buildConnector.connector {
  const most = MAX_OVERHEAD_BYTES + (bodyBytes === 'any' ? 0 : bodyBytes)
  return (options, callback) =>
    dial(options, (...dialled) => {
      const [, socket] = dialled
      if (socket) guard(socket, most)
      if (socket && bodyBytes === 'any') limitedToHeads.add(socket)
      callback(...dialled)
    })
}

function guard(socket: Socket, most: number): void {
  received.set(socket, socket.bytesRead)
  socket.on('readable', () => {
    const receivedNow = socket.bytesRead - (received.get(socket) ?? 0)
    if (receivedNow > most) socket.destroy(new AnswerTooLong(most))
  })
}
