import type { Exchange, Held } from './held.ts'

/** So many requests may wait behind the one under way; who sends more does not listen. */
const MOST_WAITING = 32

/**
 * Begins an exchange when the one before it is over: answered, and its request all here. Node itself would run
 * all requests of a connection at once, and keep their answers until the client reads.
 */
export function oneAtATime(held: Held, exchange: Exchange, begin: (exchange: Exchange) => void) {
  if (held.exchange === null) return run(held, exchange, begin)
  if (held.waiting.length === MOST_WAITING) return void held.socket.destroy()
  held.socket.pause()
  held.waiting.push(exchange)
}

function run(held: Held, exchange: Exchange, begin: (exchange: Exchange) => void): void {
  const { request, response } = exchange
  const now = performance.now()
  Object.assign(held, { exchange, began: now, body: { at: now, bytes: held.socket.bytesRead } })
  response.once('prefinish', () => Object.assign(held, { since: performance.now(), served: true }))
  const over = (): void => {
    if (held.socket.destroyed) return
    held.exchange = null
    const next = held.waiting.shift()
    if (held.waiting.length === 0) held.socket.resume()
    if (next) run(held, next, begin)
  }
  response.once('close', () => {
    if (request.complete) over()
    else request.once('close', over)
  })
  begin(exchange)
}
