import type { Exchange, OpenConnection } from './open-connection.ts'
import { stopParsing } from './stop-parsing.ts'

export type Turns = {
  begin(connection: OpenConnection, exchange: Exchange): void
  answered(connection: OpenConnection): void
}

/** Pipelined requests that may wait behind the one under way; a client that sends more is disconnected. */
const MAX_WAITING = 32

/**
 * Begins an exchange when the one before is answered and its request has arrived completely. Node would run all
 * requests of a connection at once, and keep their answers until the client reads. A trusted proxy may send the requests
 * of many clients over one connection: it waits instead of being disconnected, so that no client suffers for another.
 */
export function serveInOrder(connection: OpenConnection, exchange: Exchange, turns: Turns): void {
  if (connection.exchange === null) run(connection, exchange, turns)
  else if (connection.waiting.length === MAX_WAITING && !connection.isProxy) {
    stopParsing(connection.socket)
    // It never waits, so that nothing else would stop counting it, and it would hold the connection in memory.
    exchange.release()
    connection.socket.destroy()
  } else {
    connection.socket.pause()
    connection.waiting.push(exchange)
  }
}

function run(connection: OpenConnection, exchange: Exchange, turns: Turns): void {
  const { request, response } = exchange
  const now = performance.now()
  Object.assign(connection, {
    exchange,
    began: now,
    body: { at: now, bytes: connection.socket.bytesRead },
  })
  response.once('prefinish', () => turns.answered(connection))
  const over = (): void => {
    if (connection.socket.destroyed) return
    connection.exchange = null
    const next = connection.waiting.shift()
    if (connection.waiting.length === 0) connection.socket.resume()
    if (next) run(connection, next, turns)
  }
  response.once('close', () => {
    if (request.complete) over()
    else request.once('close', over)
  })
  turns.begin(connection, exchange)
}
