// Follows the stream of facts: prints subject, id and time of each. Start the product by `npm start`, then, beside it,
// `npm run read-stream`. Stopped and started again it goes on where it was, as its durable consumer remembers.
import { readFile } from 'node:fs/promises'
import { AckPolicy, connect } from 'nats'

const demoFile = process.env.DEMO_FILE ?? '.recado/demo.json'
const servers = process.env.NATS_URL ?? JSON.parse(await readFile(demoFile, 'utf8')).servers.nats

const connection = await connect({ servers })
const manager = await connection.jetstreamManager()
const name = 'read-stream'
await manager.consumers.add('EVENTS', {
  durable_name: name,
  ack_policy: AckPolicy.Explicit,
  // One at a time: what is delivered again then comes before anything later.
  max_ack_pending: 1,
})
const consumer = await connection.jetstream().consumers.get('EVENTS', name)
const messages = await consumer.consume()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => messages.close())

// A replay, or a NATS that lost the stream, brings facts again under the same ids; a real consumer keeps the ids that it
// has worked on where it keeps its results, and here the latest do.
const seen = new Set()
for await (const message of messages) {
  const { id, time } = message.json()
  if (!seen.has(id)) process.stdout.write(`${message.subject} ${id} ${time}\n`)
  seen.add(id)
  if (seen.size > 100_000) seen.delete(seen.values().next().value)
  message.ack()
}
await connection.close()
