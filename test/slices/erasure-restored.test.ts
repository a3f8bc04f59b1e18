import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newEvents } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { watchErasures } from '@recado/application/contacts/erasure-watch'
import { keepErasure } from '@recado/application/contacts/kept-erasures'
import { test } from 'tap'
import { whoWrote } from '../kit/contacts.ts'
import { untilErased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { factsLeft } from '../kit/left-of.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { keepVault, restoreVault } from '../kit/restored-vault.ts'
import { startWorld, type World } from '../kit/world.ts'

const WORD = 'Palavra-Esquecida'

test('keys and facts that a restore brings back are erased again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'erasures-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const world = await startWorld({ settings: { ERASURES_DIR: folder, FACT_KEYS: 'own' } })
  t.teardown(() => world.stop())
  const phone = '5531994330001'
  await metaSays(world, { messages: [textFrom({ phone }, { text: { body: WORD } })] })
  const id = await contactOf(world, phone)
  const { VAULT_URL } = world.product().config
  const kept = await keepVault(VAULT_URL)
  await world.api().call({ method: 'DELETE', path: `/contacts/${id}` })
  await untilErased(world.api(), id)
  t.same(await readdir(folder), [`${id}.json`], 'the erasure is noted where no backup reaches')
  t.notOk(await isReadable(world))

  await world.restart(async () => restoreVault(VAULT_URL, kept))
  await opened(world)
  t.notOk(await isReadable(world), 'nothing is served while the restored vault has the keys')
})

test('a person whom the log knows although the folder says that it was erased is erased again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'erasures-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const world = await startWorld({ settings: { ERASURES_DIR: folder, FACT_KEYS: 'own' } })
  t.teardown(() => world.stop())
  const phone = '5531994330002'
  await metaSays(world, { messages: [textFrom({ phone }, { text: { body: WORD } })] })
  const contact_id = await contactOf(world, phone)
  // As a log that was restored from before the erasure has it.
  const requested_at = new Date(Date.now() - 30_000).toISOString()
  await keepErasure(folder, { account_id: world.tenant.id, contact_id, requested_at })
  await world.restart(async () => undefined)
  await opened(world)
  t.notOk(await isReadable(world), 'nothing is served before the person is erased again')
  const { body } = await world.api().get(`/contacts/${contact_id}`)
  t.match(body, { data: { phone: null, erased: true } })
})

test('what a person said since the erasure stays, although the log has forgotten that', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'erasures-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const world = await startWorld({ settings: { ERASURES_DIR: folder, FACT_KEYS: 'own' } })
  t.teardown(() => world.stop())
  const phone = '5531994330003'
  await metaSays(world, { messages: [textFrom({ phone })] })
  const contact_id = await contactOf(world, phone)
  const hoursAgo = (n: number) => Date.now() - n * 3_600_000
  const requested_at = new Date(hoursAgo(2)).toISOString()
  await keepErasure(folder, { account_id: world.tenant.id, contact_id, requested_at })
  await world.restart(async () => undefined)
  await opened(world)
  await untilErased(world.api(), contact_id)
  // The provider posts what it could not post while the installation was away.
  const timestamp = String(Math.floor(hoursAgo(1) / 1_000))
  await metaSays(world, { messages: [textFrom({ phone }, { timestamp })] })
  t.not(await contactOf(world, phone), contact_id)
})

const contactOf = (world: World, phone: string) => whoWrote({ api: world.api() }, phone)

const opened = (world: World) =>
  eventually(async () => (await world.api().get('/contacts')).status === 200)

/** Whether anybody who has the keys of the vault can read what the person said. */
async function isReadable(world: World): Promise<boolean> {
  return (await factsLeft(world.product().config, [WORD])).length > 0
}

test('an erasure that this log was asked for closes nothing, however long it takes', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'erasures-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const world = await startWorld({ settings: { ERASURES_DIR: folder } })
  t.teardown(() => world.stop())
  const [account_id, contact_id] = [world.tenant.id, randomUUID()]
  await keepErasure(folder, { account_id, contact_id, requested_at: '2026-01-01T00:00:00.000Z' })
  const { deps } = world.product()
  const context = { ...systemContext(deps, { part: 'test', account_id }), actor: OWNER }
  const facts = [
    { type: 'ContactCreated', data: { contact_id, created_at: '2026-01-01T00:00:00.000Z' } },
    { type: 'ContactErased', data: { contact_id, erased_at: '2026-01-01T00:00:00.000Z' } },
  ]
  await deps.store.append(`contact-${contact_id}`, 'no_stream', newEvents(facts as never, context))
  const watch = watchErasures({ ...deps, config: { ...deps.config, ERASURES_DIR: folder } })
  t.teardown(() => watch.close())
  await watch.opened(AbortSignal.timeout(60_000))
  t.ok(watch.isOpen())
})

const OWNER = { type: 'user', id: randomUUID() } as const

test('without its folder nothing is served, and it is not made anew', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  const { deps } = world.product()
  const folder = join(tmpdir(), `nobody-mounted-${randomUUID()}`)
  const watch = watchErasures({ ...deps, config: { ...deps.config, ERASURES_DIR: folder } })
  await watch.opened(AbortSignal.timeout(500))
  t.notOk(watch.isOpen())
  await watch.close()
  const kept = {
    account_id: world.tenant.id,
    contact_id: randomUUID(),
    requested_at: '2026-01-01T00:00:00.000Z',
  }
  await t.rejects(keepErasure(folder, kept), { code: 'ENOENT' })
})
