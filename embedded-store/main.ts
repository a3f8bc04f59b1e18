import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { startNode } from './cluster/node.ts'
import { FRIENDLY, HOSTILE, type Hostility, impatientHostility } from './hostility.ts'
import { RELEASE } from './log/release.ts'
import { startEventStore } from './protocol/server.ts'

const { values } = parseArgs({
  options: {
    'database-url': { type: 'string', default: process.env.DATABASE_URL ?? '' },
    host: { type: 'string', default: process.env.HOST ?? '127.0.0.1' },
    port: { type: 'string', default: process.env.PORT ?? '2113' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
  },
})

if (!values['database-url']) {
  throw new Error(
    'give the database of the event store: DATABASE_URL=postgres://… or --database-url',
  )
}

const mode = process.env.RECADO_STORE ?? ''
const hostilities: Readonly<Record<string, Hostility>> = {
  hostile: HOSTILE,
  impatient: impatientHostility(),
}
const options = {
  databaseUrl: values['database-url'],
  host: values.host,
  port: Number(values.port),
  tls: await readTls(values['tls-cert'], values['tls-key']),
  hostility: hostilities[mode] ?? FRIENDLY,
  version: process.env.RECADO_STORE_VERSION || RELEASE,
}
const seed = Number(process.env.RECADO_STORE_SEED ?? 1)
const store = await (mode === 'cluster'
  ? startNode({ ...options, seed })
  : startEventStore(options))

process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('disconnect', stop)
process.stdout.write(`${JSON.stringify({ ready: true, port: store.port })}\n`)

/** A second signal, or a stop that hangs, ends the process at once, which loses no acknowledged write. */
async function stop(): Promise<void> {
  process.removeAllListeners('disconnect')
  setTimeout(() => process.exit(1), 5000).unref()
  await store.stop()
  process.exit(0)
}

async function readTls(cert: string | undefined, key: string | undefined) {
  if (!cert && !key) return null
  if (!cert || !key) throw new Error('TLS needs both --tls-cert and --tls-key, files in PEM')
  return { cert: await readFile(cert), key: await readFile(key) }
}
