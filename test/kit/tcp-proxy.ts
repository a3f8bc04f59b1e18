import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection between a client and a server that can fail in the ways networks fail. */
export type TcpProxy = {
  readonly port: number
  /** The number of connections made so far. */
  readonly connections: () => number
  /** Resets every connection; new ones work. */
  cut(): void
  /** Drops the server's answers on all connections open now; new connections work. */
  muteOpen(): void
  /** Drops the server's answers on every connection, old or new, until `heal`. */
  mute(): void
  /** Drops everything in both directions, even the news that the other side has hung up, until `heal`. */
  lose(): void
  /** Limits how many bytes of the server's answers arrive on each new connection, until `heal`. */
  muteAfter(bytes: number): void
  /** Delays each chunk of the server's answers, until `heal`. */
  delay(ms: number): void
  /** Refuses new connections and resets open ones, until `heal`. */
  refuse(): void
  /** Makes new connections work again and resets the affected ones. */
  heal(): void
  close(): Promise<void>
}

type Pair = {
  client: Socket
  server: Socket
  muted: boolean
  lost: boolean
  budget: number
  late: boolean
}

/** Listens on a free loopback port and forwards to `targetPort`. */
export async function tcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let mood: 'well' | 'mute' | 'lost' | 'refusing' = 'well'
  let budget = Number.POSITIVE_INFINITY
  let connections = 0
  let lateMs = 0

  // Half-open, so that Node never answers an end by itself: a reset while that answer is in progress fails, the
  // socket is never closed, and the process spins forever instead of ending (Node 20, TCPWrap::Reset).
  const halfOpen = { allowHalfOpen: true }
  const listener = createServer(halfOpen, (client) => {
    if (mood === 'refusing') return client.resetAndDestroy()
    connections += 1
    const server = connect({ ...halfOpen, port: targetPort, host: '127.0.0.1' })
    const lost = mood === 'lost'
    const pair = { client, server, muted: lost || mood === 'mute', lost, budget, late: false }
    pairs.add(pair)
    forward(pair, { lateMs: () => lateMs, gone: () => pairs.delete(pair) })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')

  const cut = () => {
    for (const pair of pairs) hangUp(pair)
  }
  const muteOpen = () => {
    for (const pair of pairs) pair.muted = true
  }
  return {
    port: (listener.address() as AddressInfo).port,
    connections: () => connections,
    cut,
    muteOpen,
    mute() {
      mood = 'mute'
      muteOpen()
    },
    lose() {
      mood = 'lost'
      for (const pair of pairs) Object.assign(pair, { muted: true, lost: true })
    },
    muteAfter(bytes) {
      budget = bytes
    },
    delay(ms) {
      lateMs = ms
    },
    refuse() {
      mood = 'refusing'
      cut()
    },
    heal() {
      mood = 'well'
      budget = Number.POSITIVE_INFINITY
      lateMs = 0
      for (const pair of pairs) if (pair.muted || pair.late) hangUp(pair)
    },
    async close() {
      const closed = once(listener, 'close')
      listener.close()
      cut()
      await closed
    },
  }
}

function forward(pair: Pair, of: { lateMs(): number; gone: () => void }): void {
  const { client, server } = pair
  client.on('data', (bytes) => !pair.lost && server.write(bytes))
  server.on('data', (bytes) => {
    pair.budget -= bytes.length
    if (pair.budget < 0) pair.muted = true
    if (pair.muted) return
    const ms = of.lateMs()
    pair.late ||= ms > 0
    if (ms === 0 && !pair.late) client.write(bytes)
    else setTimeout(() => client.writable && client.write(bytes), ms)
  })
  for (const side of [client, server]) {
    side.on('error', () => undefined)
    const isUnheard = () => pair.lost && side === server
    side.on('end', () => isUnheard() || hangUp(pair))
    side.on('close', () => {
      if (isUnheard()) return
      hangUp(pair)
      of.gone()
    })
  }
}

function hangUp({ client, server }: Pair): void {
  client.resetAndDestroy()
  server.destroy()
}
