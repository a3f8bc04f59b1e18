import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { buildApp } from '@recado/command-api/app'
import { t as file, type Test, test } from 'tap'
import { apiClient, inMemory } from '../kit/api-client.ts'
import { save } from '../kit/contacts.ts'
import { signedIn } from '../kit/dashboard.ts'
import { erased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { OPERATOR_TOKEN } from '../kit/product-servers.ts'
import { startWorld } from '../kit/world.ts'

// What ERASURES_DIR keeps before the log decides, and takes back when the log refuses it.

const folder = await mkdtemp(join(tmpdir(), 'erasures-'))
const world = await startWorld({ settings: { ERASURES_DIR: folder } })
file.teardown(async () => {
  await world.stop()
  await rm(folder, { recursive: true })
})
const api = world.api()

/** Another process of the command API, whose next append to a stream waits until it is let through. */
async function slowToAppend(t: Test, to: string) {
  const { deps, queryApp } = world.product()
  let letThrough = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  let hasCome = false
  const append: typeof deps.store.append = async (stream, ...given) => {
    if (stream === to) {
      hasCome = true
      await gate
    }
    return deps.store.append(stream, ...given)
  }
  const own = { cache: aggregateCache(), mutex: streamMutex(), store: { ...deps.store, append } }
  const command = await buildApp({ ...deps, ...own })
  t.teardown(() => command.close())
  const send = inMemory({ command, query: queryApp })
  return {
    api: apiClient(send, '/api/v1', world.tenant.key),
    operator: apiClient(send, '/operator/v1', OPERATOR_TOKEN),
    waits: () => eventually(() => hasCome),
    letThrough,
  }
}

test('the erasure of a contact that is merged meanwhile is taken back', async (t) => {
  const [older, younger] = await Promise.all(
    ['5531994890001', '5531994890002'].map(async (phone) => (await save({ api }, { phone })).body),
  ).then((both) =>
    both
      .map(({ data }) => data)
      .sort((one, other) => (one.created_at < other.created_at ? -1 : 1))
      .map(({ id }) => id),
  )
  const other = await slowToAppend(t, `contact-${younger}`)
  const answer = other.api.call({ method: 'DELETE', path: `/contacts/${younger}` })
  await other.waits()
  t.same(await readdir(folder), [`${younger}.json`], 'it is kept before the log knows of it')
  t.equal((await api.post(`/contacts/${older}/merge`, { other_id: younger })).status, 200)
  other.letThrough()
  t.match(await answer, { status: 503, body: { error: { message: /merged/ } } })
  t.same(await readdir(folder), [], 'what was refused is done by no restore')
  const { body } = await api.get<{ data: { erased?: true } }>(`/contacts/${older}`)
  t.equal(body.data.erased, undefined)

  await erased(api, String(younger))
  t.same(await readdir(folder), [`${older}.json`], 'sent again, it means both')
  const kept = JSON.parse(await readFile(join(folder, `${older}.json`), 'utf8'))
  t.match(kept, { contact_id: older, merged: [younger] }, 'and an older log may have them apart')
})

test('of two last owners who are erased at once, one stays, and is in no list', async (t) => {
  const { tenant } = world
  await rm(join(folder, `${(await readdir(folder))[0]}`))
  const page = await signedIn(world.product(), tenant.id, 'ana@refused.example', 'owner')
  await signedIn(world.product(), tenant.id, 'bia@refused.example', 'owner')
  const [ana, bia] = await eventually(async () => {
    const { body } = await page.get<{ data: { id: string; email: string }[] }>('/users')
    return body.data.length === 2 && body.data.map(({ id }) => id)
  })
  const other = await slowToAppend(t, `user-${tenant.id}`)
  const late = other.operator.post(`/users/${ana}/erasure`)
  await other.waits()
  t.equal((await world.product().operator.post(`/users/${bia}/erasure`)).status, 202)
  t.same(await readdir(folder), [`${ana}.json`, `${bia}.json`].sort(), 'both had been possible')
  other.letThrough()
  t.match(await late, { status: 422, body: { error: { message: /last owner/ } } })
  t.same(await readdir(folder), [`${bia}.json`])
})
