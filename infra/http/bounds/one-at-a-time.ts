import type { Exchange, Held } from './held.ts'
import { stopParsing } from './stop-parsing.ts'

export type Turns = {
  begin(held: Held, exchange: Exchange): void
  answered(held: Held): void
}

/** Pipelined requests that may wait behind the one under way; a client that sends more is disconnected. */
const MAX_WAITING = 32

/**
 * Begins an exchange when the one before is answered and its request has arrived completely. Node would run all
 * requests of a connection at once, and keep their answers until the client reads. A trusted proxy may send the requests
 * of many clients over one connection: it is only made to wait, so that none of them pays for another.
 */
export function oneAtATime(held: Held, exchange: Exchange, turns: Turns): void {
  if (held.exchange === null) run(held, exchange, turns)
  else if (held.waiting.length === MAX_WAITING && !held.isProxy) {
    stopParsing(held.socket)
    held.socket.destroy()
  } else {
    held.socket.pause()
    held.waiting.push(exchange)
  }
}

function run(held: Held, exchange: Exchange, turns: Turns): void {
  const { request, response } = exchange
  const now = performance.now()
  Object.assign(held, { exchange, began: now, body: { at: now, bytes: held.socket.bytesRead } })
  response.once('prefinish', () => turns.answered(held))
  const over = (): void => {
    if (held.socket.destroyed) return
    held.exchange = null
    const next = held.waiting.shift()
    if (held.waiting.length === 0) held.socket.resume()
    if (next) run(held, next, turns)
  }
  response.once('close', () => {
    if (request.complete) over()
    else request.once('close', over)
  })
  turns.begin(held, exchange)
}
