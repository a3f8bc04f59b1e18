import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { test } from 'tap'
import { JPEG, PDF, PNG, padded } from '../command-api/media/sample-files.ts'
import { eventually } from '../kit/eventually.ts'
import { filesOf } from '../kit/files-of.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Message = { text: string; content: { id: string } | null }

const folder = await mkdtemp(join(tmpdir(), 'recado-test-'))
const world = await startWorld({ settings: { MEDIA_STORE: folder } })

test('files are copied into MEDIA_STORE', async (t) => {
  t.teardown(async () => {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const { sim, connection, tenant } = world
  const api = world.api()
  const files = filesOf(world.product(), tenant, connection)
  const { path, show, download, facts, lose } = files
  let sent = 0
  const userSends = async (document: object) => {
    sent += 1
    const caption = `file ${sent}`
    await sim('POST', '/users/5531987654321/messages', {
      phone_number_id: connection.phone_number_id,
      type: 'document',
      document: { caption, ...document },
    })
    return eventually(async () => {
      const { body } = await api.get<{ data: Message[] }>('/messages')
      return body.data.find(({ text }) => text === caption)?.content?.id
    })
  }
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
  const isShownAsStored = (id: string) =>
    eventually(async () => {
      const { data } = (await show(id)).body
      return data.stored && data
    })
  const receive = async (bytes: Buffer, mime_type = 'application/pdf') => {
    const id = await userSends({ mime_type, data: bytes.toString('base64') })
    const file = pathOf(await files.stored(id))
    return { id, file, shown: await isShownAsStored(id) }
  }

  await t.test('a received file is downloaded after its provider has deleted it', async (t) => {
    const bytes = padded(PDF, 300_000)
    const { id, file, shown } = await receive(bytes)
    await lose(id)
    t.match(shown, {
      ...{ id, mime_type: 'application/pdf', file_size: '300000' },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    t.same((await show(id)).body.data, shown)
    const { status, bytes: got } = await download(id)
    t.equal(status, 200)
    t.ok(got.equals(bytes))
    const types = (await facts(id)).map(({ type }) => type)
    t.same(types, ['MediaReceived', 'MediaStored'])
    const sealed = await readFile(file)
    t.notOk(sealed.includes(bytes.subarray(0, 16)), 'it is not on the disk in the clear')
    t.notOk(file.includes(id))
  })

  await t.test('an uploaded file is copied too', async (t) => {
    const { id, stored } = await files.upload(JPEG, 'image/jpeg')
    t.equal(stored, false, 'the copy is made later')
    await isShownAsStored(id)
    await lose(id)
    t.ok((await download(id)).bytes.equals(JPEG))
  })

  await t.test('a file whose bytes are not those of its hash is not kept', async (t) => {
    const path = join(folder, 'outside.png')
    await writeFile(path, PNG)
    const png = { path, size: PNG.length, mime_type: 'image/png', extension: 'png' }
    const [wrong, right] = [await files.give(png), await files.give(png)]
    const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('base64')
    await userSends({ id: wrong, mime_type: 'image/png', sha256: hashOf('other bytes') })
    await userSends({ id: right, mime_type: 'image/png', sha256: hashOf(PNG) })
    await isShownAsStored(right)
    await eventually(async () => {
      const { rows } = await world
        .product()
        .deps.pool.query<{ failures: number }>(
          'select failures from control.media_queue where provider_media_id = $1',
          [wrong],
        )
      return (rows[0]?.failures ?? 0) > 0
    })
    t.match((await show(wrong)).body.data, { stored: false })
    t.ok((await download(wrong)).bytes.equals(PNG), 'the provider serves it')
    await rm(path)
  })

  await t.test('a copy that was cut, altered, lost or exchanged is not served', async (t) => {
    const bytes = padded(PDF, 200_000)
    const another = await receive(padded(PDF, 200_001).subarray(1))
    const damages: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
      cut: (file) => truncate(file, 100_000),
      async altered(file) {
        const sealed = await readFile(file)
        sealed[150_000] = (sealed[150_000] ?? 0) ^ 1
        await writeFile(file, sealed)
      },
      lost: (file) => rm(file),
      exchanged: async (file) => writeFile(file, await readFile(another.file)),
    }
    for (const [name, damage] of Object.entries(damages)) {
      const { id, file } = await receive(bytes)
      await damage(file)
      const { status, bytes: got } = await download(id)
      t.equal(status, 200, name)
      t.ok(got.equals(bytes), 'the provider serves it')
      await lose(id)
      t.equal((await download(id)).status, 404)
    }
  })

  await t.test('the copies of an account are not found in another one', async (t) => {
    const { id } = await receive(PDF)
    const other = await openTenant(world.product())
    const theirs = await addOfficial(world.product(), other.id)
    for (const of of [connection.id, theirs.id])
      for (const call of [`/media/${id}`, `/media/${id}/download`])
        t.match(await other.api.get(`${call}?connection_id=${of}`), { status: 404 })
  })

  await t.test('DELETE removes the copy, also of a file that its provider has lost', async (t) => {
    const { id, file } = await receive(PDF)
    await lose(id)
    t.match(await api.delete(path(id)), { status: 200 })
    t.match(await show(id), { status: 404 })
    t.equal((await download(id)).status, 404)
    await eventually(
      async () => !(await readdir(join(file, '..'))).some((one) => file.endsWith(one)),
    )
    t.match((await facts(id)).at(-1), { type: 'MediaDeleted', data: { file_ref: /./ } })
  })

  await t.test('while the folder is away, the operator is told, and nothing is lost', async (t) => {
    const { operator } = world.product()
    const failing = async () => {
      const { body } = await operator.get<{ data: { failing: { what: string }[] } }>('/status')
      return body.data.failing.map(({ what }) => what)
    }
    const { id: known } = await receive(PDF)
    await rename(folder, `${folder}.away`)
    const { id } = await files.upload(PNG)
    await eventually(async () => (await failing()).includes('media_store'))
    t.ok((await download(known)).bytes.equals(PDF), 'the provider serves what is stored')
    await rename(`${folder}.away`, folder)
    await isShownAsStored(id)
    await eventually(async () => !(await failing()).includes('media_store'))
  })

  await t.test('a rebuild gives the same rows, and makes no copy again', async (t) => {
    const { id } = await receive(PDF)
    await receive(PDF)
    const rows = async () =>
      (await world.product().deps.pool.query('select * from media order by id')).rows
    const before = await rows()
    await world.restart(async ({ DATABASE_URL }) => {
      const pool = openPool(DATABASE_URL, { max: 1 })
      await pool.query(`drop schema ${READ_SCHEMA} cascade; drop schema control cascade`)
      await pool.end()
    })
    await eventually(async () => (await rows()).length === before.length)
    t.strictSame(await rows(), before)
    const again = filesOf(world.product(), { ...tenant, api: world.api() }, connection)
    const later = await again.upload(PNG)
    await again.stored(later.id)
    const types = (await again.facts(id)).map(({ type }) => type)
    t.same(types, ['MediaReceived', 'MediaStored'])
    t.ok((await again.download(id)).bytes.equals(PDF))
  })

  await t.test('the operator sees how much each account has stored', async (t) => {
    const listed = await world.product().operator.get('/stored-media')
    t.match(listed, { status: 200, body: { is_on: true, limit: 10_737_418_240 } })
    const { data } = listed.body as { data: { account_id: string; files: number; bytes: number }[] }
    const own = data.find(({ account_id }) => account_id === tenant.id)
    t.match(own, { is_full: false })
    t.ok(own !== undefined && own.files > 5 && own.bytes > 900_000)
  })
})
