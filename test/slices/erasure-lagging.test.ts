import { newEvents } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { streamOf } from '@recado/application/ids'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { connectionSettings } from '@recado/infra/postgres/pool'
import { Client } from 'pg'
import { t as file, test } from 'tap'
import { whoWrote } from '../kit/contacts.ts'
import { untilErased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { factsLeft, factsWith, leftOf } from '../kit/left-of.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { startWorld } from '../kit/world.ts'

const world = await startWorld({ settings: { FACT_KEYS: 'own' }, emptyServers: true })
file.teardown(() => world.stop())

/** Does something while the read models do not see what happens to contacts. */
async function unseen(work: () => Promise<void>): Promise<void> {
  const { config } = world.product()
  const client = new Client(connectionSettings(config.DATABASE_URL, READ_SCHEMA))
  await client.connect()
  await client.query('begin; lock table contacts in share mode')
  await work()
  await client.end()
}

test('what is sent to a person before the lists show its erasure is erased with it', async (t) => {
  const api = world.api()
  const phone = '5531993880001'
  await metaSays(world, { messages: [textFrom({ phone })] })
  const contact_id = await whoWrote({ api }, phone)
  const text = 'Palavra-Enviada-Depois'
  await unseen(async () => {
    const path = `/contacts/${contact_id}`
    t.match(await api.call({ method: 'DELETE', path }), { status: 202 })
    const recipient = { contact_id }
    const send = { connection_id: world.connection.id, recipient, text }
    t.match(await api.post('/messages', send), { status: 202 })
  })
  await untilErased(api, contact_id)
  t.same(await leftOf(world.product().config, [phone, text]), [])
})

test('who is being made by the name of an erased person keeps it', async (t) => {
  const api = world.api()
  const { store, personIds, newId, now } = world.product().deps
  const account_id = world.tenant.id
  const phone = '5531993880002'
  const identity = { account_id, kind: 'phone', match_key: matchKey('phone', phone) } as const
  await metaSays(world, { messages: [textFrom({ phone })] })
  const id = await whoWrote({ api }, phone)
  const stream = streamOf(contactIdentity, personIds.claimId(identity))
  await unseen(async () => {
    t.match(await api.call({ method: 'DELETE', path: `/contacts/${id}` }), { status: 202 })
    // Intake claims the name first, and creates the contact then.
    const data = { ...identity, contact_id: newId(), claimed_at: now().toISOString() }
    const claimed = { type: 'IdentityClaimed', data } as const
    const revision = (await store.readLast(stream))?.revision ?? 'no_stream'
    const context = systemContext({ now, newId }, { part: 'test', account_id })
    await store.append(stream, revision, newEvents([claimed], context))
  })
  await untilErased(api, id)
  const left = await factsLeft(world.product().config, [identity.match_key])
  t.match(left, [new RegExp(`^IdentityClaimed of ${stream}`)])
  t.equal(left.length, 1)
})

test('what a person says before the lists show its erasure is a new contact’s, and stays', async (t) => {
  const api = world.api()
  const phone = '5531993880003'
  await metaSays(world, { messages: [textFrom({ phone })] })
  const id = await whoWrote({ api }, phone)
  const body = 'Palavra-Dita-Depois'
  const told = () => factsWith(world.product(), [body])
  await unseen(async () => {
    t.match(await api.call({ method: 'DELETE', path: `/contacts/${id}` }), { status: 202 })
    const timestamp = String(Math.floor(Date.now() / 1_000))
    await metaSays(world, { messages: [textFrom({ phone }, { timestamp, text: { body } })] })
    await eventually(async () => (await told()).includes('MessageReceived'))
  })
  await untilErased(api, id)
  t.match(await told(), ['ProviderEventReceived', 'MessageReceived'])
  t.not(await whoWrote({ api }, phone), id)
})
