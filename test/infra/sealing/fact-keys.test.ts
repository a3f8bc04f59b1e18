import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@recado/domain/durations'
import { NotOver } from '@recado/infra/sealing/fact-keys'
import {
  batchOf,
  type KeyBatch,
  KeyMissing,
  type NamedKey,
  saidAt,
} from '@recado/infra/sealing/key-batch'
import { stockOf } from '@recado/infra/sealing/key-stock'
import { migrateVault, postgresVault } from '@recado/infra/vault/postgres-vault'
import { rotateVault } from '@recado/infra/vault/rotate-vault'
import { Client } from 'pg'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { movePostgresClock } from '../../kit/postgres-clock.ts'

const masterKey = randomBytes(32)

type More = Pick<Parameters<typeof postgresVault>[0], 'sharing'>

/** A vault of its own; `reopen` is another process on it. */
async function openKeys(t: Test) {
  const database = await testDatabase('fact_keys')
  await migrateVault(database.url)
  // Before anybody connects: it cuts off who is.
  await movePostgresClock(database.url, 0)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const reopen = (key = masterKey, keyBefore: Buffer | null = null, more: More = {}) => {
    const vault = postgresVault({ url: database.url, masterKey: key, keyBefore, ...more })
    t.teardown(() => vault.close())
    return vault.factKeys
  }
  t.teardown(async () => {
    await client.end()
    await database.drop()
  })
  /** So many days later, or earlier, by the vault's clock. @returns what ours says then */
  const daysLater = async (days: number) => {
    await client.query(`create or replace function now() returns timestamptz language sql stable
      as $$ select pg_catalog.now() + ${days} * interval '1 day' $$`)
    return new Date(Date.now() + days * DAY_MS)
  }
  return { keys: reopen(), reopen, url: database.url, client, daysLater }
}

test('facts of one subject share a key, and those of two never do', async (t) => {
  const { keys } = await openKeys(t)
  const [ana, again, bia] = [
    await keys.take('ana', 'kept'),
    await keys.take('ana', 'kept'),
    await keys.take('bia', 'kept'),
  ]
  t.equal(again.kid, ana.kid)
  t.not(bia.kid, ana.kid)
  const alone = [await keys.take(null, 'kept'), await keys.take(null, 'kept')].map(({ kid }) => kid)
  t.equal(new Set([...alone, ana.kid, bia.kid]).size, 4)
})

test('with keys of their own no two facts share one, whatever their subject', async (t) => {
  const { reopen } = await openKeys(t)
  const keys = reopen(masterKey, null, { sharing: 'own' })
  const [first, second] = [await keys.take('ana', 'kept'), await keys.take('ana', 'kept')]
  t.not(second.kid, first.kid)
  t.same(await keys.find(first.kid), first.key)
})

test('another process finds a key by its name, and equal pseudonyms', async (t) => {
  const { keys, reopen } = await openKeys(t)
  const { kid, key } = await keys.take('ana', 'kept')
  const other = reopen()
  t.same(await other.find(kid), key)
  await other.take('bia', 'kept')
  t.same(other.pseudonym('5511'), keys.pseudonym('5511'))
  t.notSame(keys.pseudonym('5512'), keys.pseudonym('5511'))
})

test('a destroyed key is gone everywhere, and no other one is', async (t) => {
  const { keys, reopen } = await openKeys(t)
  const [ana, bia] = [await keys.take('ana', 'kept'), await keys.take('bia', 'kept')]
  await keys.destroy([ana.kid])
  await keys.destroy([ana.kid])
  for (const process of [keys, reopen()]) {
    t.equal(await process.find(ana.kid), null)
    t.same(await process.find(bia.kid), bia.key)
  }
})

test('which of many keys are left is asked for at once, and not remembered', async (t) => {
  const { keys, reopen } = await openKeys(t)
  const other = reopen()
  const kids: string[] = []
  for (let n = 0; n < 100; n++) kids.push((await keys.take(null, 'kept')).kid)
  for (const kid of kids) await other.find(kid)
  await keys.destroy(kids.slice(1))
  t.same([...(await other.left(kids))], kids.slice(0, 1), 'also in a process that has used them')
  t.same([...(await other.left([]))], [])
})

test('a key that the vault never had is a fault, and not an erased one', async (t) => {
  const { keys } = await openKeys(t)
  await t.rejects(async () => keys.find('0mzzzzzzzabc.1'), KeyMissing)
  const { kid } = await keys.take(null, 'kept')
  await t.rejects(keys.left([kid, '0mzzzzzzzabc.1']), KeyMissing)
})

test('two processes that destroy keys of one batch at once lose neither destruction', async (t) => {
  const { keys, reopen } = await openKeys(t)
  const taken: NamedKey[] = []
  for (let n = 0; n < 20; n++) taken.push(await keys.take(null, 'kept'))
  const others = [reopen(), reopen()]
  await Promise.all(taken.map(({ kid }, n) => others[n % 2]?.destroy([kid])))
  const fresh = reopen()
  for (const { kid } of taken) t.equal(await fresh.find(kid), null)
})

test('many are taken at once, each only once, and all are stored', async (t) => {
  const { keys, reopen } = await openKeys(t)
  const taken = await Promise.all(Array.from({ length: 3_000 }, () => keys.take(null, 'kept')))
  t.equal(new Set(taken.map(({ kid }) => kid)).size, 3_000)
  const other = reopen()
  for (const { kid, key } of taken.filter((_, n) => n % 100 === 0))
    t.same(await other.find(kid), key)
})

test('while the vault is away, the keys that are left are given out, and then its absence is told', async (t) => {
  const { keys, client } = await openKeys(t)
  await keys.take(null, 'kept')
  await client.query('alter table fact_keys rename to elsewhere')
  let left = 0
  await t.rejects(async () => {
    for (;;) {
      await keys.take(null, 'kept')
      left += 1
    }
  })
  t.ok(left > 50, `${left} were left`)
  await client.query('alter table elsewhere rename to fact_keys')
  t.ok(await keys.take(null, 'kept'))
})

test('who seals one part has keys of the other before the vault is away', async (t) => {
  const { keys, client } = await openKeys(t)
  await keys.take('ana', 'kept')
  const said = "select batch from fact_keys where batch like 's%'"
  await eventually(async () => (await client.query(said)).rows.length > 0)
  await client.query('alter table fact_keys rename to elsewhere')
  t.match(await keys.take('ana', 'said'), { kid: /^s/ })
})

test('keys survive a rotation of the key of the vault, and destroyed ones stay destroyed', async (t) => {
  const { keys, reopen, url } = await openKeys(t)
  const [ana, bia] = [await keys.take('ana', 'kept'), await keys.take('bia', 'kept')]
  await keys.destroy([ana.kid])
  const next = randomBytes(32)
  const { outcome, others } = await rotateVault({ url, masterKey: next, keyBefore: masterKey })
  t.same({ outcome, others }, { outcome: 'done', others: [] })
  const rotated = reopen(next)
  t.equal(await rotated.find(ana.kid), null)
  t.same(await rotated.find(bia.kid), bia.key)
  await rotated.take('cid', 'kept')
  t.same(rotated.pseudonym('5511'), keys.pseudonym('5511'))
})

test('no key stands in the table', async (t) => {
  const { keys, client } = await openKeys(t)
  const { key } = await keys.take('ana', 'kept')
  const { rows } = await client.query('select sealed from fact_keys')
  t.notOk(rows.some(({ sealed }) => sealed.includes(key)))
})

test('keys of what was said before a time are destroyed at once, and no others', async (t) => {
  const { keys, reopen, client, daysLater } = await openKeys(t)
  const now = Date.now()
  const [said, kept] = [await keys.take('ana', 'said'), await keys.take('ana', 'kept')]
  t.not(said.kid, kept.kid)
  const fiveDaysLater = await daysLater(5)
  await keys.expire(new Date(now), fiveDaysLater)
  t.same(await reopen().find(said.kid), said.key, 'a key that may still seal')
  await keys.expire(new Date(now + 4 * DAY_MS), fiveDaysLater)
  await keys.expire(new Date(now), fiveDaysLater)
  for (const process of [keys, reopen()]) {
    t.equal(await process.find(said.kid), null)
    t.ok(process.isExpired(said.kid))
    t.same(await process.find(kept.kid), kept.key)
    t.notOk(process.isExpired(kept.kid))
  }
  t.same([...(await reopen().left([said.kid, kept.kid]))], [kept.kid])
  const { rows } = await client.query("select batch from fact_keys where batch like 's%'")
  t.same(rows, [], 'their rows are gone')
})

test('who writes all day gets another key each day', async (t) => {
  const { keys } = await openKeys(t)
  const first = await keys.take('ana', 'said')
  t.equal((await keys.take('ana', 'said')).kid, first.kid)
  const now = Date.now()
  t.intercept(Date, 'now', { value: () => now + DAY_MS + 1 })
  t.not((await keys.take('ana', 'said')).kid, first.kid)
})

test('a key of what was said that was never stored is missing, unless it would have expired', async (t) => {
  const { keys, daysLater } = await openKeys(t)
  const { kid } = await keys.take('ana', 'said')
  const unknown = kid.replace(/.{12}\./, 'ffffffffffff.')
  await t.rejects(async () => keys.find(unknown), /has no key/)
  await keys.expire(new Date(Date.now() + 4 * DAY_MS), await daysLater(5))
  t.equal(await keys.find(unknown), null)
})

test('a key of what was said that was made long ago is given to no further fact', async (t) => {
  let day = 1
  const make = async (): Promise<KeyBatch[]> => [{ batch: `day-${day}`, keys: randomBytes(1_024) }]
  const isFresh = ({ kid }: NamedKey) => kid.startsWith(`day-${day}.`)
  const stock = stockOf({ make, isFresh })
  t.match(await stock.take(), { kid: 'day-1.0' })
  day = 2
  t.match(await stock.take(), { kid: /^day-2\./ })
})

test('a wrong clock destroys no key of today, neither ours nor that of the vault', async (t) => {
  const { keys, reopen, daysLater } = await openKeys(t)
  const { kid, key } = await keys.take('ana', 'said')
  const later = new Date(Date.now() + 200 * DAY_MS)
  const before = new Date(later.getTime() - 90 * DAY_MS)
  await t.rejects(keys.expire(before, later), NotOver, 'ours is ahead')
  await daysLater(200)
  await t.rejects(keys.expire(before, new Date()), NotOver, 'that of the vault is ahead')
  t.same(await reopen().find(kid), key)
  t.notOk(keys.isExpired(kid))
})

test('no key is named after a day that is over, by whichever clock', async (t) => {
  const { reopen, daysLater } = await openKeys(t)
  const real = Date.now
  const isOfToday = ({ kid }: NamedKey) => saidAt(batchOf(kid)) > real() - DAY_MS
  await daysLater(-200)
  t.ok(isOfToday(await reopen().take('ana', 'said')), 'the clock of the vault is behind')
  await daysLater(0)
  t.intercept(Date, 'now', { value: () => real() - 200 * DAY_MS })
  const behind = reopen()
  t.ok(isOfToday(await behind.take('ana', 'said')), 'ours is behind')
  const first = await behind.take('bia', 'said')
  const running = performance.now
  t.intercept(performance, 'now', { value: () => running.call(performance) + DAY_MS + 1 })
  t.not((await behind.take('bia', 'said')).kid, first.kid, 'and it gives a key out for a day')
})
