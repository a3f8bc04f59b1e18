import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newEvents } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { type WatchedErasures, watchErasures } from '@recado/application/contacts/erasure-watch'
import { keepErasure } from '@recado/application/contacts/kept-erasures'
import type { ContactEvent } from '@recado/domain/contact/events'
import type { Fact } from '@recado/domain/decision'
import type { ErasureEvent } from '@recado/domain/erasure/events'
import { t as file, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { startProduct } from '../../kit/product.ts'

const PERSONS = 128
const AT_ONCE = 32
const AT = '2026-01-01T00:00:00.000Z'

const product = await startProduct()
const ERASURES_DIR = await mkdtemp(join(tmpdir(), 'erasures-'))
file.teardown(async () => {
  await product.stop()
  await rm(ERASURES_DIR, { recursive: true })
})
const { deps } = product
const { factKeys } = deps.vault

test('a start asks about many erasures at once', async (t) => {
  const keys: string[] = []
  for (let n = 0; n < PERSONS; n++) keys.push(await erasedPerson(n))
  await factKeys.destroy(keys.slice(1))
  const { count, ...counted } = countedReads(deps)
  const watch = watchErasures({ ...deps, ...counted, config: { ...deps.config, ERASURES_DIR } })
  t.teardown(() => watch.close())
  const portions = PERSONS / AT_ONCE
  await eventually(() => count.questions > portions + 1)
  t.notOk(watch.isOpen(), 'the vault has a key of one of them')
  t.ok(count.reads >= 2 * PERSONS, 'the vault is asked about many at once')
  const again = count.questions - portions
  t.ok(count.reads <= 2 * PERSONS + 2 * (again + 1), 'only who is back is looked at again')
  t.ok(count.most > 1, 'not one after the other')
  t.ok(count.most <= AT_ONCE, 'and not all at once')
  await factKeys.destroy(keys)
  await watch.opened(AbortSignal.timeout(60_000))
  t.ok(watch.isOpen())
})

test('nothing is open while the log has a contact that had been merged into an erased one', async (t) => {
  const [account_id, contact_id, other] = [randomUUID(), randomUUID(), randomUUID()]
  const folder = await mkdtemp(join(tmpdir(), 'erasures-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const created_at = '2026-02-01T00:00:00.000Z'
  const created = { type: 'ContactCreated', data: { contact_id: other, created_at } } as const
  await append<ContactEvent>(`contact-${other}`, account_id, [created])
  const watched = { ...deps, config: { ...deps.config, ERASURES_DIR: folder } }
  const kept = { account_id, contact_id, merged: [other] }
  await keepErasure(folder, { ...kept, requested_at: created_at })
  const heard: string[] = []
  const log = { warn: (line: string) => void heard.push(line), info: () => undefined }
  const watch = watchErasures({ ...watched, log: log as never })
  t.teardown(() => watch.close())
  await eventually(() => heard.length > 0)
  t.notOk(watch.isOpen())
  t.match(heard, [/brought back 1/])
  await keepErasure(folder, { ...kept, requested_at: AT })
  await watch.opened(AbortSignal.timeout(60_000))
  t.ok(watch.isOpen(), 'one that was made after the erasure is another one')
})

/** An erasure that the folder and the log know. @returns the key of what the log has on the person */
async function erasedPerson(n: number): Promise<string> {
  const [account_id, contact_id] = [randomUUID(), randomUUID()]
  await keepErasure(ERASURES_DIR, { account_id, contact_id, requested_at: AT })
  const name = { contact_id, name: `Pessoa ${n}`, source: 'api', renamed_at: AT } as const
  await append<ContactEvent>(`contact-${contact_id}`, account_id, [
    { type: 'ContactCreated', data: { contact_id, created_at: AT } },
    { type: 'ContactRenamed', data: name },
    { type: 'ContactErased', data: { contact_id, erased_at: AT } },
  ])
  const key = await keyIn(`contact-${contact_id}`)
  const found = { contact_id, kind: 'event', ids: [], keys: [key], found_at: AT } as const
  await append<ErasureEvent>(`erasure-${contact_id}`, account_id, [
    { type: 'PersonalDataFound', data: { ...found, ids: [], keys: [key] } },
    { type: 'PersonErased', data: { contact_id, keys: 1, erased_at: AT } },
  ])
  return key
}

async function append<E extends Fact>(stream: string, account_id: string, facts: readonly E[]) {
  const context = systemContext(deps, { part: 'test', account_id })
  await deps.store.append(stream, 'no_stream', newEvents(facts, context))
}

async function keyIn(stream: string): Promise<string> {
  for await (const { metadata } of deps.store.readStream(stream))
    if (metadata.kid !== undefined) return metadata.kid
  throw new Error('nothing is sealed')
}

/** What a watch asks the log and the vault. */
function countedReads({ store, vault }: WatchedErasures) {
  const count = { reads: 0, now: 0, most: 0, questions: 0 }
  const begun = () => {
    count.reads += 1
    count.now += 1
    count.most = Math.max(count.most, count.now)
  }
  const asked = <T>(answer: T): T => {
    count.questions += 1
    return answer
  }
  const { factKeys: keys } = vault
  const counted: Pick<WatchedErasures, 'store' | 'vault'> = {
    store: {
      async *readStream(...given) {
        begun()
        try {
          yield* store.readStream(...given)
        } finally {
          count.now -= 1
        }
      },
      async readLast(stream) {
        begun()
        return store.readLast(stream).finally(() => {
          count.now -= 1
        })
      },
    },
    vault: {
      factKeys: {
        ...keys,
        find: (kid) => asked(keys.find(kid)),
        left: (kids) => asked(keys.left(kids)),
      },
    },
  }
  return { ...counted, count }
}
