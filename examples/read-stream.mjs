// Follows the stream of facts and prints subject, id and time of each. Start the product with `npm start`, then run
// `npm run read-stream` beside it. A restart continues where the program stopped: its durable consumer remembers the place.
import { readFile } from 'node:fs/promises'
import { AckPolicy, connect } from 'nats'

const { RECADO_DATA_DIR: dataDir = '.recado', DEMO_FILE: demoFile = `${dataDir}/demo.json` } =
  process.env
const servers = process.env.NATS_URL ?? (await serverOfFile())

/** Whoever made this folder also wrote its file: only a server of this machine can be an npm start. */
async function serverOfFile() {
  const { nats } = JSON.parse(await readFile(demoFile, 'utf8')).servers
  if (['127.0.0.1', 'localhost', '[::1]'].includes(new URL(nats).hostname)) return nats
  throw new Error(`${demoFile} names ${nats}, which is not this machine`)
}

const connection = await connect({ servers })
const manager = await connection.jetstreamManager()
const name = 'read-stream'
await manager.consumers.add('EVENTS', {
  durable_name: name,
  ack_policy: AckPolicy.Explicit,
  // One at a time: a redelivered message then comes before any later one.
  max_ack_pending: 1,
})
const consumer = await connection.jetstream().consumers.get('EVENTS', name)
const messages = await consumer.consume()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => messages.close())

// After a replay, or after NATS has lost the stream, facts arrive again with the same ids. A real consumer stores the ids that
// it has processed with its results; this one remembers only the latest.
const seen = new Set()
for await (const message of messages) {
  const { id, time } = message.json()
  if (!seen.has(id)) process.stdout.write(`${message.subject} ${id} ${time}\n`)
  seen.add(id)
  if (seen.size > 100_000) seen.delete(seen.values().next().value)
  message.ack()
}
await connection.close()
