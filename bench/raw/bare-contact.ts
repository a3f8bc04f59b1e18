import { randomUUID } from 'node:crypto'
import { ANY, EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { readConfig } from '@recado/infra/config'
import { listen } from '@recado/infra/listen'
import fastify from 'fastify'
import { metadataOf } from '../lab/facts.ts'

// The raw limit of a contact over HTTP: a bare fastify server that appends the same facts and checks nothing.

const config = readConfig(process.env)
const client = EventStoreDBClient.connectionString(config.EVENTSTORE_URL)
const account_id = randomUUID()
const app = fastify()
const event = (type: string, data: Record<string, unknown>) =>
  jsonEvent({ id: randomUUID(), type, data, metadata: metadataOf(account_id) })

/** Appends a claim, then the contact with its identity and name. */
app.post<{ Body: { phone: string; name: string } }>('/new', async ({ body: { phone, name } }) => {
  const contact_id = randomUUID()
  const at = new Date().toISOString()
  const identity = { kind: 'phone', match_key: phone, contact_id }
  const claimed = event('BareClaimed', { ...identity, account_id, claimed_at: at })
  await client.appendToStream(`bareClaim-${contact_id}`, claimed, { expectedRevision: NO_STREAM })
  const facts = [
    event('BareCreated', { contact_id, created_at: at }),
    event('BareLinked', { ...identity, value: phone, connection_id: null, linked_at: at }),
    event('BareRenamed', { contact_id, name, source: 'api', renamed_at: at }),
  ]
  await client.appendToStream(`bareContact-${contact_id}`, facts, { expectedRevision: NO_STREAM })
  return { id: contact_id }
})

/** Appends a contact's new name. */
app.post<{ Body: { name: string } }>('/existing', async ({ body: { name } }) => {
  const renamed_at = new Date().toISOString()
  const data = { contact_id: account_id, name, source: 'api', renamed_at }
  await client.appendToStream('bareContact-existing', event('BareRenamed', data), {
    expectedRevision: ANY,
  })
  return { id: account_id }
})
process.once('SIGTERM', () => void app.close().then(() => client.dispose()))
await listen(app, config)
