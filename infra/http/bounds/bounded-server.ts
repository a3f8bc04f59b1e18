import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { answerBrokenHttp } from '../broken-http.ts'
import type { Bounds } from './bounds.ts'
import { clientAddresses } from './client-address.ts'
import { type Crowd, crowd } from './crowd.ts'
import { type Exchange, type Held, hold } from './held.ts'
import { lookAround } from './look-around.ts'
import { oneAtATime } from './one-at-a-time.ts'

const LOOK_MS = 500
const KEEP_ALIVE_MS = 75_000

/** The `node:http` server of every listener, with bounds on what clients hold. It does not listen yet. */
export function boundedServer(handle: RequestListener, bounds: Bounds): Server {
  const addresses = clientAddresses(bounds.trustedProxies)
  const connections = crowd(bounds)
  const known = new WeakMap<Socket, Held>()
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: bounds.headMs,
    // Node has no lowest rate of a body; lookAround checks bodies instead.
    requestTimeout: 0,
    connectionsCheckingInterval: LOOK_MS,
  }
  const begin = (held: Held, { request, response }: Exchange) => {
    const byProxy = addresses.ofPeer(request.socket.remoteAddress) === null
    if (byProxy) connections.move(held, addresses.ofForwarded(request))
    // A closing server ends the connection with this answer.
    if (!server.listening) response.shouldKeepAlive = false
    handle(request, response)
  }
  const server = createServer(options, (request, response) => {
    const held = known.get(request.socket)
    if (held === undefined || request.socket.destroyed) return
    oneAtATime(held, { request, response }, { begin, answered: connections.served })
  })
  server.on('connection', (socket: Socket) => {
    const held = hold(socket, addresses.ofPeer(socket.remoteAddress))
    known.set(socket, held)
    socket.once('close', () => connections.leave(held))
    connections.admit(held)
  })
  server.on('clientError', (error, socket) => {
    if (known.get(socket as Socket)?.exchange) socket.destroy()
    else answerBrokenHttp(error, socket as Socket)
  })
  endSilence(server, bounds, known)
  keepLooking(server, bounds, connections)
  return server
}

/** Destroys connections that time out, except those that wait for our answer. */
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

// Destroys connections without a request. Clients open some ahead of need; Node counts them neither as idle nor as
// busy, so they would delay the close of the server.
function dropIdle(all: ReadonlySet<Held>): void {
  for (const { exchange, socket } of all) if (exchange === null) socket.destroy()
}
