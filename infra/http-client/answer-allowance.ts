import diagnostics from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { AnswerTooLong } from './answer-too-long.ts'

/** Bytes read per answer at most, whatever they are: 1xx heads, chunk extensions and trailers included. */
const ALLOWANCE_BYTES = 128 * 1024

/** The bytes that each connection had received when its present request was written. */
const received = new WeakMap<Socket, number>()

// Published by undici right before the first byte of a request is written.
diagnostics.subscribe('undici:client:sendHeaders', (message) => {
  const { socket } = message as { socket: Socket }
  if (received.has(socket)) received.set(socket, socket.bytesRead)
})

/** Ends connections on which more arrives than one answer may hold. */
export function withAllowance(dial: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    dial(options, (...dialled) => {
      const [, socket] = dialled
      if (socket) guard(socket)
      callback(...dialled)
    })
}

function guard(socket: Socket): void {
  received.set(socket, socket.bytesRead)
  socket.on('readable', () => {
    const receivedNow = socket.bytesRead - (received.get(socket) ?? 0)
    if (receivedNow > ALLOWANCE_BYTES) socket.destroy(new AnswerTooLong(ALLOWANCE_BYTES))
  })
}
