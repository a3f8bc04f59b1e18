import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, test } from 'tap'
import { PDF } from '../command-api/media/sample-files.ts'
import { listed } from '../kit/contacts.ts'
import { erased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { filesOf } from '../kit/files-of.ts'
import { startWorld } from '../kit/world.ts'

const folder = await mkdtemp(join(tmpdir(), 'recado-test-'))
const sources = await mkdtemp(join(tmpdir(), 'recado-test-'))
const world = await startWorld({ settings: { MEDIA_STORE: folder } })
file.teardown(async () => {
  await world.stop()
  for (const one of [folder, sources]) await rm(one, { recursive: true, force: true })
})
const { connection, tenant } = world
const files = () => filesOf(world.product(), { ...tenant, api: world.api() }, connection)

/** @returns the provider's id of a file that it has */
async function given(name: string): Promise<string> {
  const path = join(sources, name)
  await writeFile(path, PDF)
  const of = { size: PDF.length, mime_type: 'application/pdf', extension: 'pdf' }
  return files().give({ path, ...of })
}

const userSends = (phone: string, id: string) =>
  world.sim('POST', `/users/${phone}/messages`, {
    ...{ phone_number_id: connection.phone_number_id, type: 'document' },
    document: { id, mime_type: 'application/pdf' },
  })

const failures = async (id: string): Promise<number> => {
  const { rows } = await world
    .product()
    .deps.pool.query('select failures from control.media_queue where provider_media_id = $1', [id])
  return rows[0]?.failures ?? 0
}

test('no file of a person is copied once its erasure has ended', async (t) => {
  const phone = '5531994900001'
  const id = await given('dela')
  await world.sim('POST', '/faults', { kind: 'http', status: 500, call: id, count: 1_000 })
  await userSends(phone, id)
  await eventually(async () => (await failures(id)) > 0)
  const contact = await eventually(
    async () => (await listed({ api: world.api() }, `phone=${phone}`)).ids[0],
  )
  await erased(world.api(), contact)
  await world.sim('DELETE', '/faults')

  // Without its queue, a start tries at once whatever has no copy yet, the oldest first.
  await world.restart(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query('delete from control.media_queue')
    await pool.end()
  })
  const another = await given('de-outra')
  await userSends('5531994900002', another)
  const copy = await files().stored(another)
  t.same(
    (await files().facts(id)).map(({ type }) => type),
    ['MediaReceived', 'MediaDeleted'],
  )
  const copies = (await readdir(folder, { recursive: true })).filter((one) => one.length > 3)
  t.same(copies, [join(copy.slice(0, 2), copy)], 'only what somebody else has sent')
  t.equal((await files().show(id)).status, 404)
})
