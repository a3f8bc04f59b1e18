import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { answerBrokenHttp } from '../broken-http.ts'
import type { Bounds } from './bounds.ts'
import { clientAddresses } from './client-address.ts'
import { type Crowd, crowd } from './crowd.ts'
import { type Exchange, type Held, hold } from './held.ts'
import { lookAround } from './look-around.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** How often idle connections, slow bodies and unread answers are looked at, ms. */
const LOOK_MS = 500
/** How long a connection may rest between two requests, ms. */
const KEEP_ALIVE_MS = 75_000

/** A `node:http` server as each listener of ours is one: what strangers hold of it is bounded. It does not listen yet. */
export function boundedServer(handle: RequestListener, bounds: Bounds): Server {
  const addresses = clientAddresses(bounds.trustedProxies)
  const everybody = crowd(bounds)
  const known = new WeakMap<Socket, Held>()
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: bounds.headMs,
    // Node knows no least rate; we look at bodies ourselves.
    requestTimeout: 0,
    connectionsCheckingInterval: LOOK_MS,
  }
  const begin = (held: Held, { request, response }: Exchange) => {
    const byProxy = addresses.ofPeer(request.socket.remoteAddress) === null
    if (byProxy) everybody.move(held, addresses.ofForwarded(request))
    // Who is answered while we close asks no more here.
    if (!server.listening) response.shouldKeepAlive = false
    handle(request, response)
  }
  const server = createServer(options, (request, response) => {
    const held = known.get(request.socket)
    if (held === undefined || request.socket.destroyed) return
    oneAtATime(held, { request, response }, { begin, answered: everybody.served })
  })
  server.on('connection', (socket: Socket) => {
    const held = hold(socket, addresses.ofPeer(socket.remoteAddress))
    known.set(socket, held)
    socket.once('close', () => everybody.leave(held))
    everybody.admit(held)
  })
  server.on('clientError', (error, socket) => {
    if (known.get(socket as Socket)?.exchange) socket.destroy()
    else answerBrokenHttp(error, socket as Socket)
  })
  endSilence(server, bounds, known)
  keepLooking(server, bounds, everybody)
  return server
}

/** Ends who reads nothing of what waits for it; that we are slow ourselves is no reason. */
function endSilence(server: Server, { unreadMs }: Bounds, known: WeakMap<Socket, Held>): void {
  server.setTimeout(unreadMs, (socket) => {
    const waits = socket.writableLength === 0 && known.get(socket)?.exchange
    if (!waits) socket.destroy()
  })
}

function keepLooking(server: Server, bounds: Bounds, { all }: Crowd): void {
  server.on('listening', () => {
    const looking = setInterval(() => {
      lookAround(all, bounds)
      if (!server.listening) dropIdle(all)
    }, LOOK_MS).unref()
    server.once('close', () => clearInterval(looking))
  })
}

/**
 * Clients open some connections ahead of need; Node counts them neither as idle nor as busy, and they would hold up
 * the end of a server that closes.
 */
function dropIdle(all: ReadonlySet<Held>): void {
  for (const { exchange, socket } of all) if (exchange === null) socket.destroy()
}
