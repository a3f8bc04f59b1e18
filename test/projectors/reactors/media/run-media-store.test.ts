import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { DAY_MS, HOUR_MS } from '@recado/domain/durations'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { createLogger } from '@recado/infra/logger'
import { type MediaStore, openMediaStore } from '@recado/infra/media-store/media-store'
import { keepInOrder } from '@recado/projectors/reactors/media/keep-in-order'
import {
  type MediaStoreOptions,
  runMediaStore,
} from '@recado/projectors/reactors/media/run-media-store'
import type { Leadership } from '@recado/projectors/runtime/leader-election'
import { buildApp as buildQueryApp } from '@recado/query-api/app'
import { test } from 'tap'
import { PDF, PNG, padded } from '../../../command-api/media/sample-files.ts'
import { eventually } from '../../../kit/eventually.ts'
import { filesOf } from '../../../kit/files-of.ts'
import { moveVaultClock } from '../../../kit/postgres-clock.ts'
import { addOfficial, openTenant } from '../../../kit/tenants.ts'
import { startWorld } from '../../../kit/world.ts'

const LIMIT = 1_000_000_000
const root = await mkdtemp(join(tmpdir(), 'recado-test-'))
// The product itself has no MEDIA_STORE: each test runs the reactor with a folder, a clock and a store of its own.
const world = await startWorld({ emptyServers: true })

test('the media store', async (t) => {
  t.teardown(async () => {
    await world.stop()
    await rm(root, { recursive: true, force: true })
  })
  const { deps } = world.product()
  const openFolder = async () => {
    const folder = await mkdtemp(join(root, 'store-'))
    return { folder, mediaStore: storeIn(folder) }
  }
  const storeIn = (folder: string) => {
    const opened = openMediaStore({ MEDIA_STORE: folder }, deps.vault)
    if (opened === null) throw new Error('there is no store')
    return opened
  }
  const silent = createLogger('media', 'silent')
  const counted: string[] = []
  const run = (mediaStore: MediaStore | null, more: Partial<MediaStoreOptions> = {}) => {
    const stopping = new AbortController()
    const running = runMediaStore({
      ...deps,
      mediaStore,
      config: { MEDIA_DAYS: null, MEDIA_BYTES_PER_ACCOUNT: LIMIT },
      databaseUrl: deps.config.DATABASE_URL,
      schema: READ_SCHEMA,
      measured: { copied: (outcome) => void counted.push(outcome) },
      onRecovered: () => undefined,
      log: silent,
      signal: stopping.signal,
      ...more,
    })
    return async () => {
      stopping.abort()
      await running
    }
  }
  const openAccount = async () => {
    const tenant = await openTenant(world.product())
    const connection = await addOfficial(world.product(), tenant.id)
    return { tenant, ...filesOf(world.product(), tenant, connection) }
  }
  const filesIn = async (folder: string) =>
    (await readdir(folder, { recursive: true })).filter((name) => name.includes('/'))
  const one = async <Row>(text: string) => (await deps.pool.query(text)).rows[0] as Row

  await t.test('without MEDIA_STORE nothing runs, and no table is made', async (t) => {
    const { upload, show } = await openAccount()
    const { id, stored } = await upload(PNG)
    await run(null)()
    t.equal(stored, false)
    t.match((await show(id)).body.data, { stored: false })
    t.match(await one(`select to_regclass('control.media_queue') as made`), { made: null })
  })

  await t.test(
    'what appeared before the start is copied, and only served with the folder',
    async (t) => {
      const { mediaStore, folder } = await openFolder()
      const account = await openAccount()
      const { id } = await account.upload(PNG)
      const stop = run(mediaStore)
      t.teardown(stop)
      await account.stored(id)
      t.ok((await filesIn(folder)).length > 0)
      t.match((await account.show(id)).body.data, { stored: false }, 'this API has no folder')
      await account.lose(id)
      t.equal((await account.download(id)).status, 404)
      const queryApp = await buildQueryApp({ ...deps, mediaStore })
      t.teardown(() => queryApp.close())
      const connection = {
        id: new URLSearchParams(account.path(id).split('?')[1]).get('connection_id') ?? '',
      }
      const there = filesOf(world.product(), account.tenant, connection, queryApp)
      t.ok((await there.download(id)).bytes.equals(PNG))
    },
  )

  await t.test(
    'a copy whose fact was lost is made again, and the first one is swept',
    async (t) => {
      const { mediaStore, folder } = await openFolder()
      const account = await openAccount()
      let lost = 0
      const store: EventStore = {
        ...deps.store,
        async append(stream, revision, events) {
          if (lost > 0 || events[0]?.type !== 'MediaStored')
            return deps.store.append(stream, revision, events)
          lost += 1
          throw new StoreUnavailable('the process ends here', { outcomeUnknown: false })
        },
      }
      const stop = run(mediaStore, { store })
      const { id } = await account.upload(PNG)
      const named = await account.stored(id)
      await stop()
      t.equal(lost, 1)
      const before = (await filesIn(folder)).filter((name) => name.length > 3)
      t.ok(before.length >= 2)
      const old = new Date(Date.now() - 2 * HOUR_MS)
      for (const name of before) await utimes(join(folder, name), old, old)
      t.teardown(run(mediaStore))
      await eventually(async () => (await filesIn(folder)).length < before.length)
      const left = await filesIn(folder)
      t.ok(
        left.some((name) => name.endsWith(named)),
        'what the fact names is kept',
      )
      t.same(
        (await account.facts(id)).map(({ type }) => type),
        ['MediaUploaded', 'MediaStored'],
      )
    },
  )

  await t.test('nothing is swept while facts of files are parked', async (t) => {
    const { mediaStore, folder } = await openFolder()
    const account_id = randomUUID()
    const key_ref = await mediaStore.keyFor(account_id, null)
    const signal = new AbortController().signal
    const content = Readable.from([Buffer.from('x')])
    const written = await mediaStore.write(content, { account_id, key_ref }, signal)
    await written.keep()
    const path = join(folder, written.file_ref.slice(0, 2), written.file_ref)
    const old = new Date(Date.now() - 2 * HOUR_MS)
    await utimes(path, old, old)
    const client = await deps.pool.connect()
    t.teardown(() => client.release())
    const config = { MEDIA_DAYS: null }
    const sweep = () =>
      keepInOrder(
        { ...deps, config, mediaStore, log: silent },
        { client: client as unknown as Leadership['client'], signal },
      )
    await client.query(`insert into parked_events (id, stream, type, position, error, partition)
      values (gen_random_uuid(), 'media-1', 'MediaStored', 1, 'test', 0)`)
    await sweep()
    t.ok(await stat(path))
    await client.query(`delete from parked_events where stream = 'media-1'`)
    await sweep()
    await t.rejects(stat(path), { code: 'ENOENT' })
  })

  await t.test('a copy expires after MEDIA_DAYS, and is not made again', async (t) => {
    const { mediaStore, folder } = await openFolder()
    const account = await openAccount()
    const { id } = await account.upload(PNG)
    const stop = run(mediaStore)
    const named = await account.stored(id)
    await stop()
    const config = { MEDIA_DAYS: 1, MEDIA_BYTES_PER_ACCOUNT: LIMIT }
    const now = () => new Date(Date.now() + DAY_MS + HOUR_MS)
    const isThere = async () => (await filesIn(folder)).some((name) => name.endsWith(named))
    const refused: unknown[] = []
    const log = createLogger('media', 'warn', {
      write: (line) => void refused.push(JSON.parse(line).err?.type),
    })
    const stopWrong = run(mediaStore, { config, now, log })
    await eventually(() => refused.includes('ClockAhead'))
    await stopWrong()
    t.ok(await isThere(), 'not by our clock alone')
    await moveVaultClock(deps.vault, deps.config.VAULT_URL, 2)
    const stopNext = run(mediaStore, { config, now })
    await eventually(async () => !(await isThere()))
    await stopNext()
    await moveVaultClock(deps.vault, deps.config.VAULT_URL, 0)
    const { id: later } = await account.upload(PNG)
    t.teardown(run(mediaStore))
    await account.stored(later)
    t.same(
      (await account.facts(id)).map(({ type }) => type),
      ['MediaUploaded', 'MediaStored', 'StoredMediaExpired'],
    )
    t.match((await account.show(id)).body.data, { stored: false })
    t.ok((await account.download(id)).bytes.equals(PNG), 'the provider serves it')
  })

  await t.test('an account whose files never arrive delays no other', async (t) => {
    const { mediaStore } = await openFolder()
    const [slow, quick] = [await openAccount(), await openAccount()]
    const slowOnes: string[] = []
    for (let n = 0; n < 12; n++) {
      const { id } = await slow.upload(PNG)
      slowOnes.push(id)
      await world.sim('POST', '/faults', { kind: 'timeout', count: 1_000, call: `/${id}` })
    }
    t.teardown(run(mediaStore))
    const { id } = await quick.upload(PNG)
    await quick.stored(id)
    await world.sim('DELETE', '/faults')
    for (const waiting of slowOnes) t.equal((await slow.facts(waiting)).length, 1)
  })

  await t.test(
    'an account has room for so many bytes, and another one is not concerned',
    async (t) => {
      const { mediaStore } = await openFolder()
      const [full, other] = [await openAccount(), await openAccount()]
      const big = padded(PDF, 100_000)
      const ids = [
        await full.upload(big, 'application/pdf'),
        await full.upload(big, 'application/pdf'),
      ]
      t.teardown(
        run(mediaStore, { config: { MEDIA_DAYS: null, MEDIA_BYTES_PER_ACCOUNT: 150_000 } }),
      )
      const { id } = await other.upload(PNG)
      await other.stored(id)
      const copies = async () => {
        const all = await Promise.all(ids.map((file) => full.facts(file.id)))
        return all.flat().filter(({ type }) => type === 'MediaStored').length
      }
      await eventually(async () => (await copies()) === 1)
      await eventually(async () => counted.includes('full'))
      t.equal(await copies(), 1)
    },
  )

  await t.test('a folder that is missing is waited for', async (t) => {
    const folder = join(root, 'not-yet')
    const account = await openAccount()
    const { id } = await account.upload(PNG)
    const lines: string[] = []
    const log = createLogger('media', 'warn', { write: (line) => void lines.push(line) })
    t.teardown(run(storeIn(folder), { log }))
    await eventually(() => lines.some((line) => line.includes('MEDIA_STORE failed')))
    await mkdir(folder)
    await account.stored(id)
    t.same((await account.facts(id)).length, 2)
  })

  await t.test('a file that is gone is given up after sixteen tries', async (t) => {
    const { mediaStore } = await openFolder()
    const account = await openAccount()
    const { id } = await account.upload(PNG)
    await account.lose(id)
    let at = Date.now()
    const stop = run(mediaStore, { now: () => new Date(at) })
    t.teardown(stop)
    const row = () =>
      one<{ failures: number; due: string } | undefined>(
        `select failures, due_at::text as due from control.media_queue where provider_media_id = '${id}'`,
      )
    for (let tries = 1; tries <= 16; tries++) {
      await eventually(async () => (await row())?.failures === tries)
      at += DAY_MS / 2
    }
    t.equal((await row())?.due, 'infinity')
    await stop()
    t.teardown(run(mediaStore, { now: () => new Date(at) }))
    const { id: later } = await account.upload(PNG)
    await account.stored(later)
    t.equal((await row())?.failures, 16, 'also after a new start')
  })
})
