import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimStream } from '@recado/application/contacts/claims'
import { watchErasures } from '@recado/application/contacts/erasure-watch'
import { keepErasure } from '@recado/application/contacts/kept-erasures'
import { contactId } from '@recado/application/ids'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { createLogger } from '@recado/infra/logger'
import { t as file, test } from 'tap'
import { listed } from '../kit/contacts.ts'
import { untilErased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { startWorld } from '../kit/world.ts'

// What ERASURES_DIR has that the log does not know, while everything runs.

const folder = await mkdtemp(join(tmpdir(), 'erasures-'))
const lines: string[] = []
const world = await startWorld({
  settings: { ERASURES_DIR: folder, FACT_KEYS: 'own', LOG_LEVEL: 'warn' },
  logTo: { write: (line) => void lines.push(line) },
})
file.teardown(async () => {
  await world.stop()
  await rm(folder, { recursive: true })
})
const api = () => world.api()
const account_id = world.tenant.id

const HOUR_MS = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const seconds = (at: string) => String(Math.floor(Date.parse(at) / 1_000))

const contactOf = async (phone: string) => (await listed({ api: api() }, `phone=${phone}`)).ids[0]
/** @param at when the person says it, by the provider's clock */
async function writes(phone: string, at = ago(0)): Promise<string> {
  await metaSays(world, { messages: [textFrom({ phone }, { timestamp: seconds(at) })] })
  return eventually(() => contactOf(phone))
}
/** The id that the first contact of a phone gets. */
function firstContactOf(phone: string): string {
  const { personIds } = world.product().deps
  const key = { account_id, kind: 'phone', match_key: matchKey('phone', phone) } as const
  return contactId(claimStream(personIds, key), 0n)
}
const isErased = async (id: string) => {
  const { body } = await api().get<{ data: { erased?: true } }>(`/contacts/${id}`)
  return body.data.erased === true
}
/** Until the reactor has looked at all files that are in the folder now. */
async function lookedAt(phone: string): Promise<void> {
  const contact_id = await writes(phone)
  await keepErasure(folder, { account_id, contact_id, requested_at: ago(30_000) })
  await untilErased(api(), contact_id)
}

test('an erasure that was kept by a process that died before it asked the log is done', async (t) => {
  const contact_id = await writes('5531994880001')
  const requested_at = ago(20_000)
  await keepErasure(folder, { account_id, contact_id, requested_at })
  await untilErased(api(), contact_id)
  const { body } = await api().get(`/contacts/${contact_id}/erasure`)
  t.match(body, { data: { requested_at } }, 'as it was requested then')
})

test('an erasure that may be under way is left to whoever asks for it', async (t) => {
  const contact_id = await writes('5531994880002')
  await keepErasure(folder, { account_id, contact_id, requested_at: ago(0) })
  await lookedAt('5531994880003')
  t.notOk(await isErased(contact_id))
  await untilErased(api(), contact_id)
})

test('contacts that had been merged are erased again where the log has them apart', async (t) => {
  const [contact_id, other] = [await writes('5531994880013'), await writes('5531994880014')]
  await keepErasure(folder, { account_id, contact_id, merged: [other], requested_at: ago(30_000) })
  for (const id of [contact_id, other]) await untilErased(api(), id)
  t.ok(await isErased(other))
})

test('a new contact with the id of an erased one stays', async (t) => {
  const phone = '5531994880004'
  // As a log has it that was restored from before the person was known: the id is the same again.
  const contact_id = await writes(phone, ago(HOUR_MS))
  t.equal(contact_id, firstContactOf(phone))
  await keepErasure(folder, { account_id, contact_id, requested_at: ago(2 * HOUR_MS) })
  const made = await api().post<{ data: { id: string } }>('/contacts', { phone: '5531994880005' })
  const byCaller = made.body.data.id
  const requested_at = ago(2 * HOUR_MS)
  await keepErasure(folder, { account_id, contact_id: byCaller, requested_at })
  await lookedAt('5531994880006')
  t.notOk(await isErased(contact_id), 'it has written after the erasure')
  t.notOk(await isErased(byCaller), 'a caller has made it after the erasure')
  await world.restart(async () => undefined)
  await eventually(async () => (await api().get('/contacts')).status === 200)
  await lookedAt('5531994880007')
  t.notOk(await isErased(contact_id))
})

test('a message of before that comes again after the restore makes nobody for long', async (t) => {
  const phone = '5531994880008'
  const contact_id = firstContactOf(phone)
  await keepErasure(folder, { account_id, contact_id, requested_at: ago(2 * HOUR_MS) })
  await lookedAt('5531994880009')
  t.equal(await writes(phone, ago(3 * HOUR_MS)), contact_id)
  await untilErased(api(), contact_id)
  t.not(await writes(phone, ago(HOUR_MS)), contact_id, 'what it says later is a new contact')
  const listedPhone = '5531994880010'
  const listedId = firstContactOf(listedPhone)
  await keepErasure(folder, {
    ...{ account_id, contact_id: listedId, requested_at: ago(2 * HOUR_MS) },
  })
  const contact = { full_name: 'Lia da Agenda', phone_number: listedPhone }
  const state_sync = [
    { type: 'contact', action: 'add', contact, metadata: { timestamp: seconds(ago(0)) } },
  ]
  await metaSays(world, { field: 'smb_app_state_sync', state_sync })
  await untilErased(api(), listedId)
  t.notOk(
    await contactOf(listedPhone),
    'that the business knows somebody says nothing of the person',
  )
})

test('somebody whose facts cannot be read holds up nobody else', async (t) => {
  const { store } = world.product().deps
  const contact_id = await writes('5531994880021')
  const read = store.readStream.bind(store)
  t.teardown(() => Object.assign(store, { readStream: read }))
  const readStream: EventStore['readStream'] = (stream, ...of) => {
    if (stream === `contact-${contact_id}`) throw new Error('these facts cannot be read')
    return read(stream, ...of)
  }
  Object.assign(store, { readStream })
  await keepErasure(folder, { account_id, contact_id, requested_at: ago(30_000) })
  await lookedAt('5531994880022')
  await eventually(async () => lines.some((line) => line.includes('cannot be erased')))
  await lookedAt('5531994880023')
})

test('what is wrong with the folder is told, and holds up nobody', async (t) => {
  const living = await writes('5531994880011')
  const damages: Readonly<Record<string, string>> = {
    [`${living}.json`]: '{"account_id": "',
    // A file that lost the contact must not mean the account.
    'd9b2d63d-a233-4123-847a-7090f54ca94f.json': JSON.stringify({
      ...{ account_id, requested_at: ago(HOUR_MS) },
    }),
    'package.json': '{}',
    'null.json': 'null',
    'empty.json': '',
  }
  for (const [name, text] of Object.entries(damages)) await writeFile(join(folder, name), text)
  await mkdir(join(folder, 'folder.json'))
  for (const other of ['lost+found', '.snapshot.json']) await mkdir(join(folder, other))
  await writeFile(join(folder, 'notes.txt'), 'of somebody else')
  await lookedAt('5531994880012')
  t.notOk(await isErased(living))
  const told = () => lines.filter((line) => line.includes('is erased again'))
  const wrong = [...Object.keys(damages), 'folder.json']
  t.equal(told().length, wrong.length, 'each is told once')
  for (const name of wrong)
    t.ok(
      told().some((line) => line.includes(join(folder, name))),
      name,
    )

  const { deps } = world.product()
  const heard: string[] = []
  const log = createLogger('watch', 'warn', { write: (line) => void heard.push(line) })
  const config = { ...deps.config, ERASURES_DIR: folder }
  const watch = watchErasures({ ...deps, log, config })
  t.teardown(() => watch.close())
  await eventually(() => heard.length > 0)
  t.notOk(watch.isOpen(), 'nobody knows whether the one is erased whom it named')
  t.match(heard[0], /nothing is served/)
  t.match(heard[0], /and 1 more/)
  for (const name of wrong) await rm(join(folder, name), { recursive: true })
  await eventually(() => watch.isOpen())
  t.equal(heard.length, 1, 'in one line')
})
