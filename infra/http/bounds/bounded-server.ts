import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { answerBrokenHttp } from '../broken-http.ts'
import { unavailable } from '../http-problem.ts'
import type { Bounds } from './bounds.ts'
import { type ClientAddresses, clientAddresses } from './client-address.ts'
import { type ConnectionTable, connectionTable } from './connection-table.ts'
import { CountedRequest } from './counted-request.ts'
import { doorOf } from './door.ts'
import { enforceBounds } from './enforce-bounds.ts'
import { onceAuthorised } from './mark-authorised.ts'
import { breakOff, type Exchange, type OpenConnection, openConnection } from './open-connection.ts'
import { serveInOrder } from './serve-in-order.ts'
import { limitStrangers, type StrangerRequest, type Strangers } from './strangers.ts'

const CHECK_MS = 500
const KEEP_ALIVE_MS = 75_000

/** What a listener knows of its clients. */
type Clients = {
  readonly addresses: ClientAddresses
  readonly connections: ConnectionTable
  readonly strangers: Strangers
}

/** The `node:http` server of every listener, with bounds on what clients hold. It does not listen yet. */
export function boundedServer(handle: RequestListener, bounds: Bounds): Server {
  const clients = {
    addresses: clientAddresses(bounds.trustedProxies),
    connections: connectionTable(bounds),
    strangers: limitStrangers(bounds.strangerBytes),
  }
  const { addresses, connections } = clients
  const known = new WeakMap<Socket, OpenConnection>()
  const options = {
    IncomingMessage: CountedRequest,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: bounds.headMs,
    // Node has no lowest rate of a body; enforceBounds checks bodies instead.
    requestTimeout: 0,
    connectionsCheckingInterval: CHECK_MS,
  }
  const begin = (connection: OpenConnection, exchange: Exchange) => {
    const { request, response, address } = exchange
    if (connection.isProxy) connections.assignClient(connection, address)
    if (request.socket.destroyed) return
    // A closing server ends the connection with this answer.
    if (!server.listening) response.shouldKeepAlive = false
    handle(request, response)
  }
  const server: Server = createServer(options, (request, response) => {
    const connection = known.get(request.socket)
    if (connection === undefined || request.socket.destroyed) return
    const exchange = countAsStranger(connection, { request, response }, clients)
    if (request.isRefused) return
    serveInOrder(connection, exchange, { begin, answered: connections.answered })
  })
  server.on('connection', (socket: Socket) => {
    const connection = openConnection(socket, addresses.ofPeer(socket.remoteAddress))
    known.set(socket, connection)
    socket.once('close', () => onGone(connection, connections))
    connections.admit(connection)
  })
  server.on('clientError', (error, socket) => {
    if (known.get(socket as Socket)?.exchange) socket.destroy()
    else answerBrokenHttp(error, socket as Socket)
  })
  destroySilent(server, bounds, known)
  enforcePeriodically(server, bounds, connections)
  return server
}

/** Counts a request among the strangers' until it is authorised, answered or gone. */
function countAsStranger(
  connection: OpenConnection,
  { request, response }: { request: CountedRequest; response: ServerResponse },
  { addresses, connections, strangers }: Clients,
): Exchange {
  const address = connection.isProxy ? addresses.ofForwarded(request) : connection.address
  const guest: StrangerRequest = {
    address: address ?? '',
    door: doorOf(request.url),
    bytes: 0,
    isWhole: () => request.complete,
    breakOff: () =>
      breakOff(
        connection,
        exchange,
        unavailable('too many requests of unknown senders are under way; try again', 5),
      ),
  }
  const release = () => {
    request.arrived = null
    strangers.end(guest)
  }
  const exchange: Exchange = { request, response, isAuthorised: false, address, release }
  onceAuthorised(request, () => {
    exchange.isAuthorised = true
    if (!response.writableEnded) connections.trust(connection)
    release()
  })
  request.arrived = (bytes) => strangers.grow(guest, bytes)
  response.once('prefinish', release)
  strangers.begin(guest)
  return exchange
}

function onGone(connection: OpenConnection, connections: ConnectionTable): void {
  connections.leave(connection)
  for (const exchange of [connection.exchange, ...connection.waiting]) exchange?.release()
}

/** Destroys connections that time out, except those that wait for our answer. */
function destroySilent(
  server: Server,
  { unreadMs }: Bounds,
  known: WeakMap<Socket, OpenConnection>,
): void {
  server.setTimeout(unreadMs, (socket) => {
    const waits = socket.writableLength === 0 && known.get(socket)?.exchange
    if (!waits) socket.destroy()
  })
}

function enforcePeriodically(server: Server, bounds: Bounds, { all }: ConnectionTable): void {
  server.on('listening', () => {
    const looking = setInterval(() => {
      enforceBounds(all, bounds)
      if (!server.listening) dropIdle(all)
    }, CHECK_MS).unref()
    server.once('close', () => clearInterval(looking))
  })
}

// Destroys connections without a request. Clients open some ahead of need; Node counts them neither as idle nor as
// busy, so they would delay the close of the server.
function dropIdle(all: ReadonlySet<OpenConnection>): void {
  for (const { exchange, socket } of all) if (exchange === null) socket.destroy()
}
