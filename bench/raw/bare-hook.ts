import { randomUUID } from 'node:crypto'
import { ANY, EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { readConfig } from '@recado/infra/config'
import { listen } from '@recado/infra/listen'
import fastify from 'fastify'

// The raw limit of a hook: a bare fastify server that appends every POST as one event, unchecked.

const config = readConfig(process.env)
const client = EventStoreDBClient.connectionString(config.EVENTSTORE_URL)
const app = fastify({ bodyLimit: 8 * 1024 * 1024 })
app.post('/', async (request) => {
  const data = { payload: request.body as Record<string, unknown> }
  const event = jsonEvent({ id: randomUUID(), type: 'BarePostReceived', data })
  await client.appendToStream('barePost-1', event, { expectedRevision: ANY })
  return {}
})
process.once('SIGTERM', () => void app.close().then(() => client.dispose()))
await listen(app, config)
