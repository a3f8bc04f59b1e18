import { setTimeout as delay } from 'node:timers/promises'
import type { Msg, NatsConnection } from 'nats'

/** The announcer of what is new. Nobody waits for it: what is published while it is away is gone. */
export type Nats = {
  /** The connection while the server answers, else null. */
  current(): NatsConnection | null
  /** Hands every message of a subject to `handler`, through any number of reconnections. */
  subscribe(subject: string, handler: (message: Msg) => void): void
  /** Runs now or when first connected, and again after every reconnection; its errors are dropped. */
  onConnect(work: (connection: NatsConnection) => Promise<void> | void): void
  close(): Promise<void>
}

/**
 * Begins to connect and returns at once: no process of ours needs NATS to start or to go on. Connects and
 * reconnects for ever.
 * @param url such as `nats://127.0.0.1:4222`; several are separated by commas
 */
export function connectNats(url: string, options: { name?: string } = {}): Nats {
  const closing = new AbortController()
  const subscriptions: [string, (message: Msg) => void][] = []
  const works: ((connection: NatsConnection) => Promise<void> | void)[] = []
  let connection: NatsConnection | null = null
  let up = false

  const run = async (work: (connection: NatsConnection) => Promise<void> | void) => {
    try {
      if (connection !== null) await work(connection)
    } catch {
      // The next reconnection runs it again.
    }
  }
  const connected = () => {
    up = true
    for (const work of works) void run(work)
  }
  const opening = (async () => {
    connection = await dial(url, options.name ?? 'recado', closing.signal)
    if (connection === null) return
    for (const [subject, handler] of subscriptions) listen(connection, subject, handler)
    connected()
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') up = false
      if (type === 'reconnect') connected()
    }
    up = false
  })()

  return {
    current: () => (up && connection !== null && !connection.isClosed() ? connection : null),
    subscribe(subject, handler) {
      subscriptions.push([subject, handler])
      if (connection !== null) listen(connection, subject, handler)
    },
    onConnect(work) {
      works.push(work)
      if (up) void run(work)
    },
    async close() {
      closing.abort()
      up = false
      // The news of a closed connection never end, so only a connection still being made is waited for.
      if (connection === null) await opening
      await connection?.close().catch(() => undefined)
    },
  }
}

/** The first connection, tried until it stands; null when closed before. */
async function dial(url: string, name: string, signal: AbortSignal) {
  // Loaded while the start waits for other servers anyway.
  const { connect } = await import('nats')
  while (!signal.aborted) {
    try {
      const connection = await connect({
        servers: url.split(','),
        name,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        reconnectJitter: 100,
        pingInterval: 10_000,
        timeout: 3_000,
      })
      if (!signal.aborted) return connection
      await connection.close()
    } catch {
      await delay(250, undefined, { signal }).catch(() => undefined)
    }
  }
  return null
}

function listen(connection: NatsConnection, subject: string, handler: (message: Msg) => void) {
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (error === null) handler(message)
    },
  })
}
