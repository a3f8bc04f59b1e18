import { randomUUID } from 'node:crypto'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { FRIENDLY, type Hostility } from './hostility.ts'
import { LOG_START, METADATA_TYPE } from './recorded.ts'
import { Ring } from './ring.ts'
import { addServices } from './services.ts'
import { openReader } from './storage/reader.ts'
import { openSession } from './storage/session.ts'
import { submitTo } from './submit.ts'
import { WeakCache } from './weak-cache.ts'
import { Writer } from './writer.ts'

/** Bytes of the newest events that live subscriptions are served from. */
const RING_BYTES = 16 * 1024 * 1024

/** Above the 4 MiB of gRPC: clients send parts of 3 MiB and what is around them. */
const LARGEST_MESSAGE = 17 * 1024 * 1024

/** Milliseconds to wait for an earlier store on the same database to be gone. */
const TAKEOVER = 5000

/** Where the store keeps its log and where it listens. */
export type EventStoreOptions = {
  /** A Postgres database of its own. */
  readonly databaseUrl: string
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** PEM texts; null speaks without TLS. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null
  readonly hostility?: Hostility
}

/** A store that listens. */
export type EventStoreServer = {
  readonly port: number
  /** Commits what waits, ends every call and closes its connections. */
  stop(): Promise<void>
}

/**
 * Starts the embedded event store: EventStoreDB's protocol over a Postgres log.
 * @throws when Postgres is not there, another store writes to the database, or the port is taken
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStoreServer> {
  const { databaseUrl, hostility = FRIENDLY } = options
  const session = await openSession(databaseUrl, TAKEOVER)
  const ring = new Ring(RING_BYTES, session.tail.head)
  const weak = new WeakCache(hostility.weakBytes)
  const reopen = () => openSession(databaseUrl, TAKEOVER)
  const writer = new Writer({ session, reopen, ring, weak })
  if (session.tail.end === LOG_START) await writeFirstEvent(writer)

  const reader = openReader(databaseUrl)
  const server = new Server({ 'grpc.max_receive_message_length': LARGEST_MESSAGE })
  let port = options.port
  const submit = submitTo(writer, hostility)
  addServices(server, {
    submit,
    view: { reader, ring },
    hostility,
    host: options.host,
    port: () => port,
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

/** How often the first write is tried: on a machine just started it may take long. */
const FIRST_TRIES = 10

/** A real log is never empty: a node writes about itself before any client does. */
async function writeFirstEvent(writer: Writer): Promise<void> {
  const empty = { data: Buffer.from('{}'), meta: Buffer.alloc(0) }
  const event = { id: randomUUID(), type: METADATA_TYPE, json: true, ...empty }
  for (let attempt = 1; attempt <= FIRST_TRIES; attempt += 1) {
    const outcome = await writer.submit({
      kind: 'append',
      stream: '$$$settings',
      expected: 'no_stream',
      events: [event],
      patience: Number.POSITIVE_INFINITY,
    })
    if (outcome.kind === 'written') return
  }
  throw new Error('the first event cannot be written; see whether Postgres has room and time')
}

function listen(server: Server, { host, port, tls }: EventStoreOptions): Promise<number> {
  const credentials = tls
    ? ServerCredentials.createSsl(null, [{ cert_chain: tls.cert, private_key: tls.key }])
    : ServerCredentials.createInsecure()
  return new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
}
