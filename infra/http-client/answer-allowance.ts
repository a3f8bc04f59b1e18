import diagnostics from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { AnswerTooLong } from './answer-too-long.ts'

/** What is read of one answer, whatever it consists of: heads of 1xx, chunk extensions and trailers included. */
const ALLOWANCE_BYTES = 128 * 1024

/** How many bytes each connection had received when its present request was written. */
const received = new WeakMap<Socket, number>()

// Published by undici right before the first byte of a request goes to its connection.
diagnostics.subscribe('undici:client:sendHeaders', (message) => {
  const { socket } = message as { socket: Socket }
  if (received.has(socket)) received.set(socket, socket.bytesRead)
})

/** Ends a connection over which more comes than one answer may hold. */
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
    const came = socket.bytesRead - (received.get(socket) ?? 0)
    if (came > ALLOWANCE_BYTES) socket.destroy(new AnswerTooLong(ALLOWANCE_BYTES))
  })
}
