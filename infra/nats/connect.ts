import type { Msg, NatsConnection } from 'nats'
import { doubling } from '../concurrency/backoff.ts'
import { sleep } from '../concurrency/sleep.ts'
import { natsServers } from './servers.ts'

/** The announcer of what is new. Nobody waits for it: what is published while it is away is gone. */
export type Nats = {
  /** The connection while the server answers, else null. */
  current(): NatsConnection | null
  /** Hands every message of a subject to `handler`, through any number of reconnections; what it throws costs that message only. */
  subscribe(subject: string, handler: (message: Msg) => void): void
  /** Runs now or when first connected, and again after every reconnection; when it fails it is tried again meanwhile. */
  onConnect(work: (connection: NatsConnection) => Promise<void> | void): void
  close(): Promise<void>
}

export type NatsOptions = {
  /** Tells the server who connects. */
  readonly name?: string
  /** Told of work that failed on a connection and of each message that its handler could not take. */
  readonly onTrouble?: (error: unknown) => void
  /** The pause after a server has refused us, ms. */
  readonly refusedMs?: number
}

/** The pause before a server that is away is dialled again, ms. */
const PAUSE_MS = 250
/** The longest wait before what failed on a connection is tried again, ms. */
const LONGEST_WAIT_MS = 5_000

/**
 * Begins to connect and returns at once: no process of ours needs NATS to start or to go on. Connects and
 * reconnects for ever.
 * @param url such as `nats://127.0.0.1:4222`; several are separated by commas
 */
export function connectNats(url: string, options: NatsOptions = {}): Nats {
  const closing = new AbortController()
  const subscriptions: [string, (message: Msg) => void][] = []
  const works: ((connection: NatsConnection) => Promise<void> | void)[] = []
  let connection: NatsConnection | null = null
  let up = false
  let connections = 0
  let isRefused = false
  const { name = 'recado', refusedMs = LONGEST_WAIT_MS } = options
  const onTrouble = (error: unknown) => options.onTrouble?.(error)
  const pauseMs = () => (isRefused ? refusedMs : PAUSE_MS) * (1 + Math.random() / 2)

  const run = async (work: (connection: NatsConnection) => Promise<void> | void) => {
    const mine = connections
    // A later connection runs it anew.
    for (let failures = 0; up && mine === connections && connection !== null; failures++) {
      try {
        return await work(connection)
      } catch (error) {
        onTrouble(error)
        await sleep(doubling(failures, 250, LONGEST_WAIT_MS), closing.signal)
      }
    }
  }
  const connected = () => {
    up = true
    connections += 1
    for (const work of works) void run(work)
  }
  const opening = (async () => {
    connection = await dial(url, { name, refusedMs, onTrouble, signal: closing.signal, pauseMs })
    if (connection === null) return
    for (const [subject, handler] of subscriptions) listen(connection, subject, handler, onTrouble)
    connected()
    for await (const { type, data } of connection.status()) {
      if (type === 'disconnect') up = false
      if (type === 'error') {
        isRefused = !up
        onTrouble(new Error(`NATS says ${data}`))
      }
      if (type === 'reconnect') {
        isRefused = false
        connected()
      }
    }
    up = false
  })()

  return {
    current: () => (up && connection !== null && !connection.isClosed() ? connection : null),
    subscribe(subject, handler) {
      subscriptions.push([subject, handler])
      if (connection !== null) listen(connection, subject, handler, onTrouble)
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

type Dialling = {
  readonly name: string
  readonly signal: AbortSignal
  readonly onTrouble: (error: unknown) => void
  readonly refusedMs: number
  /** The pause before the next attempt to connect again. */
  readonly pauseMs: () => number
}

/** The first connection, tried until it stands; null when closed before. */
async function dial(url: string, of: Dialling) {
  const { name, signal, onTrouble, refusedMs, pauseMs } = of
  const { connect, NatsError } = await library()
  while (!signal.aborted) {
    try {
      const connection = await connect({
        ...natsServers(url),
        name,
        maxReconnectAttempts: -1,
        // Else the client would give up for ever when it is refused twice, and nobody would learn that it is welcome again.
        ignoreAuthErrorAbort: true,
        reconnectDelayHandler: pauseMs,
        pingInterval: 10_000,
        timeout: 3_000,
      })
      if (!signal.aborted) return connection
      await connection.close()
    } catch (error) {
      // That a server is away is no news; anything else is a fault that waiting does not mend.
      const isAway = error instanceof NatsError && !error.isAuthError()
      if (!isAway) onTrouble(error)
      await sleep(isAway ? PAUSE_MS : refusedMs, signal)
    }
  }
  return null
}

/** Loaded while the start waits for other servers anyway. Who loads a CommonJS package gives its names, or them as a default. */
async function library(): Promise<typeof import('nats')> {
  const loaded: typeof import('nats') & { default?: typeof import('nats') } = await import('nats')
  return loaded.default ?? loaded
}

function listen(
  connection: NatsConnection,
  subject: string,
  handler: (message: Msg) => void,
  onTrouble: (error: unknown) => void,
) {
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (error !== null) return
      // Anyone may publish: what a handler throws would end the client's reader, and with it all news.
      try {
        handler(message)
      } catch (trouble) {
        onTrouble(trouble)
      }
    },
  })
}
