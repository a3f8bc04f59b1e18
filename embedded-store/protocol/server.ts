import { FRIENDLY, type Hostility } from '../hostility.ts'
import { createServer, listen } from '../listen.ts'
import { writeFirstEvent } from '../log/first-event.ts'
import { RELEASE } from '../log/release.ts'
import { MAX_RING_BYTES, Ring } from '../log/ring.ts'
import { submitTo } from '../log/submit.ts'
import { WeakCache } from '../log/weak-cache.ts'
import { Writer } from '../log/writer.ts'
import { openReader } from '../storage/reader.ts'
import { openSession } from '../storage/session.ts'
import { singleNode } from './cluster-view.ts'
import { LOG_START } from './recorded.ts'
import { addServices } from './services.ts'

/** Milliseconds to wait for an earlier store on the same database to end. */
const TAKEOVER_TIMEOUT_MS = 5000

export type EventStoreOptions = {
  /** A Postgres database of its own. */
  readonly databaseUrl: string
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** PEM texts; null speaks without TLS. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null
  readonly hostility?: Hostility
  readonly version?: string
}

export type EventStoreServer = {
  readonly port: number
  /** Commits waiting writes, ends every call and closes its connections. */
  stop(): Promise<void>
}

/**
 * Starts the embedded event store: EventStoreDB's protocol over a Postgres log.
 * @throws when Postgres is unreachable, another store writes to the database, or the port is taken
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStoreServer> {
  const { databaseUrl, hostility = FRIENDLY, version = RELEASE, host } = options
  const session = await openSession(databaseUrl, TAKEOVER_TIMEOUT_MS)
  const ring = new Ring(MAX_RING_BYTES, session.tail.head)
  const weak = new WeakCache(hostility.weakBytes)
  const reopen = () => openSession(databaseUrl, TAKEOVER_TIMEOUT_MS)
  const writer = new Writer({ session, reopen, ring, weak })
  if (session.tail.end === LOG_START) await writeFirstEvent(writer)

  const reader = openReader(databaseUrl)
  const server = createServer()
  let port = options.port
  const submit = submitTo(writer, hostility)
  const alone = singleNode(host, () => port)
  addServices(server, {
    submit,
    view: { reader, ring, version },
    hostility,
    cluster: alone,
    secured: options.tls !== null,
  })
  port = await listen(server, options)
  return {
    port,
    async stop() {
      await writer.stop()
      server.forceShutdown()
      await reader.close()
    },
  }
}
