import { randomBytes, randomUUID } from 'node:crypto'
import { factMetadata } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import type { NewEvent } from '@recado/infra/event-store/event-store'
import { type OpeningKeys, opened, sealingWith } from '@recado/infra/event-store/sealing'
import { openVault } from '@recado/infra/vault/open-vault'
import { t as file, test } from 'tap'
import { textReceived } from '../../examples/conversation-facts.ts'
import { testDatabase } from '../../kit/postgres.ts'

const database = await testDatabase('sealing')
const vault = openVault({
  VAULT_URL: database.url,
  VAULT_KEY: randomBytes(32),
  VAULT_KEY_BEFORE: null,
  FACT_KEYS: 'shared' as const,
})
const { seal, find } = sealingWith(vault.factKeys)

/** Of whom a fact is: of an account, and of a person or a user in it. */
type Of = { readonly account_id: string; readonly stream: string; readonly ids: object }

async function keyOf({ account_id, stream, ids }: Of): Promise<string | undefined> {
  const context = systemContext(
    { now: () => new Date(), newId: randomUUID },
    { part: 'test', account_id },
  )
  const metadata = factMetadata(context, 'UserAdded')
  const data = { ...ids, name: 'Ana', email: 'ana@loja.example', user_agent: 'Mozilla' }
  const event: NewEvent = { id: randomUUID(), type: 'UserAdded', data, metadata }
  const [sealed] = await seal(stream, [event])
  return sealed?.metadata.kid
}

file.teardown(async () => {
  await vault.close()
  await database.drop()
})

test('a key serves one user or person of one account', async (t) => {
  const subjects: readonly Of[] = [
    { account_id: 'a', stream: 'user-a', ids: { user_id: 'ana' } },
    { account_id: 'a', stream: 'user-a', ids: { user_id: 'rui' } },
    { account_id: 'a', stream: 'contact-x', ids: { contact_id: 'x' } },
    { account_id: 'a', stream: 'connectionNumber-n', ids: {} },
    { account_id: 'b', stream: 'connectionNumber-n', ids: {} },
    { account_id: 'b', stream: 'contact-x', ids: { contact_id: 'x' } },
    { account_id: 'b', stream: 'webhookDelivery-1', ids: { delivery_id: 'd' } },
    { account_id: 'c', stream: 'webhookDelivery-1', ids: { delivery_id: 'd' } },
  ]
  const keys: (string | undefined)[] = []
  for (const subject of subjects) keys.push(await keyOf(subject))
  t.equal(new Set(keys).size, subjects.length)
  for (const [n, subject] of subjects.entries())
    t.equal(await keyOf(subject), keys[n], 'the next fact has the same')
})

test('what was said has another key than its person, and is lost alone or with it', async (t) => {
  const id = randomUUID()
  const received = textReceived(id, 'wamid.1')
  const context = { now: () => new Date(), newId: randomUUID }
  const metadata = factMetadata(
    systemContext(context, { part: 'test', account_id: 'a' }),
    received.type,
  )
  const event: NewEvent = { id: randomUUID(), ...received, metadata }
  const [sealed = event] = await seal(`message-${id}`, [event])
  const { kid, said_kid } = sealed.metadata
  t.ok(kid && said_kid && kid !== said_kid)
  const found = await find(sealed.metadata)
  const openedWith = (keys: OpeningKeys) => opened(sealed, sealed.data, sealed.metadata, keys)
  t.same(openedWith(found), { data: received.data })
  const late = openedWith({ ...found, said: 'expired' })
  t.match(late, { expired: true, data: { intent: { text: '', payload: {}, profile_name: 'Ana' } } })
  t.match(late, { data: { intent: { party: received.data.intent.party } } })
  t.notOk(late.erased)
  t.match(openedWith({ kept: 'erased', said: 'erased' }), { erased: true })
  t.notOk(openedWith({ kept: 'erased', said: 'expired' }).expired, 'the person is gone')
  t.match(openedWith({ ...found, said: 'erased' }), { erased: true }, 'on the way')
})
