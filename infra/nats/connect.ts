import type { Msg, NatsConnection } from 'nats'
import { doublingWait } from '../concurrency/backoff.ts'
import { sleep } from '../concurrency/sleep.ts'
import { natsServers } from './servers.ts'

/** A connection to NATS, used for announcements only: messages published while it is away are lost. */
export type Nats = {
  /** The connection while the server answers, else null. */
  current(): NatsConnection | null
  /** Hands every message of a subject to `handler`, across reconnections. An exception loses only that message. */
  subscribe(subject: string, handler: (message: Msg) => void): void
  /** Runs `work` now or at the first connection, and after every reconnection. Failed work is retried meanwhile. */
  onConnect(work: (connection: NatsConnection) => Promise<void> | void): void
  close(): Promise<void>
}

export type NatsOptions = {
  readonly name?: string
  /** Called for failed work, refusals of the server, and messages whose handler threw. */
  readonly onTrouble?: (error: unknown) => void
  /** The pause after the server refuses the connection, ms. */
  readonly refusedMs?: number
}

/** The pause before an unreachable server is dialled again, ms. */
const PAUSE_MS = 250
/** The longest wait before failed work is tried again, ms. */
const MAX_WAIT_MS = 5_000

/** Connects for ever and returns at once: no process needs NATS to start or work. @param url comma-separated */
export function connectNats(url: string, options: NatsOptions = {}): Nats {
  const closing = new AbortController()
  const subscriptions: [string, (message: Msg) => void][] = []
  const works: ((connection: NatsConnection) => Promise<void> | void)[] = []
  let connection: NatsConnection | null = null
  let up = false
  let connections = 0
  let isRefused = false
  const { name = 'recado', refusedMs = MAX_WAIT_MS } = options
  const onTrouble = (error: unknown) => options.onTrouble?.(error)
  const pauseMs = () => (isRefused ? refusedMs : PAUSE_MS) * (1 + Math.random() / 2)

  const run = async (work: (connection: NatsConnection) => Promise<void> | void) => {
    const mine = connections
    // A later connection runs the work anew.
    for (let failures = 0; up && mine === connections && connection !== null; failures++) {
      try {
        return await work(connection)
      } catch (error) {
        onTrouble(error)
        await sleep(doublingWait(failures, 250, MAX_WAIT_MS), closing.signal)
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
        onTrouble(new Error(`NATS reports ${data}`))
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
      // The status iterator of a closed connection never ends: wait only while the connection is being made.
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
  readonly pauseMs: () => number
}

/** Dials until connected; null when closed first. */
async function dial(url: string, of: Dialling) {
  const { name, signal, onTrouble, refusedMs, pauseMs } = of
  const { connect, NatsError } = await library()
  while (!signal.aborted) {
    try {
      const connection = await connect({
        ...natsServers(url),
        name,
        maxReconnectAttempts: -1,
        // Otherwise the client gives up for ever after two refusals, and never notices that it would be accepted again.
        ignoreAuthErrorAbort: true,
        reconnectDelayHandler: pauseMs,
        pingInterval: 10_000,
        timeout: 3_000,
      })
      if (!signal.aborted) return connection
      await connection.close()
    } catch (error) {
      // An unreachable server is normal; any other error needs attention and a longer pause.
      const isAway = error instanceof NatsError && !error.isAuthError()
      if (!isAway) onTrouble(error)
      await sleep(isAway ? PAUSE_MS : refusedMs, signal)
    }
  }
  return null
}

/** Imported lazily, while the start waits anyway. A loader may put this CommonJS package's names on its default. */
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
      // Anyone may publish. An exception here would end the client's reader, and with it all subscriptions.
      try {
        handler(message)
      } catch (trouble) {
        onTrouble(trouble)
      }
    },
  })
}
