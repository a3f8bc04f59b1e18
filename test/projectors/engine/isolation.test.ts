import { deepEqual } from 'node:assert/strict'
import { openPool } from '@recado/infra/postgres/pool'
import type { Projection } from '@recado/projectors/engine/projection'
import fc from 'fast-check'
import { type Test, test } from 'tap'
import { accountId } from '../../examples/account.ts'
import { type Projecting, projecting } from '../../kit/projecting.ts'
import { notesProjection, noteTaken, type Trouble } from './notes.ts'

const WRONG: readonly Trouble[] = ['too_long_to_index', 'type_error', 'half_a_character']

async function open(t: Test, projection: Projection = notesProjection()): Promise<Projecting> {
  const models = await projecting([projection])
  t.teardown(() => models.close())
  return models
}

const idsOf = async (models: Projecting, text: string) =>
  (await models.query<{ id: string }>(text)).map(({ id }) => id)
const shown = (models: Projecting) => idsOf(models, 'select id from notes order by pos')
const parked = (models: Projecting) =>
  idsOf(models, 'select id::text from parked_events order by position')

for (const trouble of WRONG)
  test(`of a batch only the event that fails alone is parked: ${trouble}`, async (t) => {
    const models = await open(t)
    const [good, bad] = [noteTaken('a'), noteTaken('b', { trouble })]
    t.same(await models.given(good, bad, noteTaken('c')), { parked: 1 })
    t.same(await shown(models), ['a', 'c'])
    t.same(await parked(models), [bad.id])
    const [told] = await models.query<{ error: string }>('select error from parked_events')
    t.match(told?.error, /54000.*index row|connection_id|22P02.*json/)
  })

test('later events of the same stream are parked too, also those of later batches', async (t) => {
  const models = await open(t)
  const [before, bad, after] = [
    noteTaken('a', { stream: 'note-1' }),
    noteTaken('b', { stream: 'note-1', trouble: 'too_long_to_index' }),
    noteTaken('c', { stream: 'note-1' }),
  ]
  await models.given(before, bad, after)
  const later = noteTaken('d', { stream: 'note-1' })
  t.same(await models.given(later, noteTaken('e')), { parked: 1 })
  t.same(await shown(models), ['a', 'e'])
  t.same(await parked(models), [bad.id, after.id, later.id])
})

test('a parked fact names its account, and is parked also where that is no uuid', async (t) => {
  const models = await open(t)
  const bad = noteTaken('a', { trouble: 'type_error' })
  const metadata = { ...bad.metadata, account_id: 'nobody' }
  const worse = { ...noteTaken('b', { trouble: 'type_error' }), metadata }
  t.same(await models.given(bad, worse), { parked: 2 })
  const rows = await models.query('select account_id from parked_events order by position')
  t.same(rows, [{ account_id: accountId }, { account_id: null }])
})

test('an append is never split: its shown part is committed together with what is parked', async (t) => {
  const models = await open(t)
  const stream = 'note-1'
  const first = noteTaken('x')
  const append = ['a', 'b', 'c', 'd'].map((id, at) =>
    noteTaken(id, {
      stream,
      ...(id === 'c' && { trouble: 'too_long_to_index' }),
      ...(at < 3 && { more_follows: true }),
    }),
  )
  await models.query(`create table seen (n bigint)`)
  await models.query(`create function see() returns trigger language plpgsql as
    $$ begin insert into seen select count(*) from parked_events; return null; end $$`)
  await models.query(
    'create constraint trigger t after insert on notes deferrable initially deferred for each row execute function see()',
  )
  await models.given(first, ...append, noteTaken('y'))
  t.same(await shown(models), ['x', 'a', 'b', 'y'])
  t.same(
    await parked(models),
    append.slice(2).map(({ id }) => id),
  )
  const seen = await models.query<{ n: number }>('select n from seen order by n')
  t.same(
    seen.map(({ n }) => n),
    [0, 2, 2, 2],
  )
})

const FAULTS = ['08006', '25P02', '28P01', '3D000', '40001', '42P01', '53100', '55P03', '57014']
test('an outage, a missing resource or a lock parks no event', async (t) => {
  let code: string | undefined
  const models = await open(
    t,
    notesProjection(() => {
      if (code !== undefined) throw Object.assign(new Error('simulated'), { code })
    }),
  )
  const event = noteTaken('a')
  for (code of [...FAULTS, '58030', 'XX000']) {
    await t.rejects(models.given(event), { code })
    t.same(await parked(models), [], code)
  }
  code = undefined
  await models.given(event)
  t.same(await shown(models), ['a'])
})

test('a missing table or a read-only transaction parks no event', async (t) => {
  const models = await open(t)
  await models.query('alter table notes rename to hidden')
  await t.rejects(models.given(noteTaken('a'), noteTaken('b')), { code: '42P01' })
  await models.query('alter table hidden rename to notes')
  await models.query('begin read only')
  await t.rejects(models.given(noteTaken('a')), { code: '25006' })
  await models.query('rollback')
  t.same(await parked(models), [])
})

test('a lost connection parks nothing, whatever its error says', async (t) => {
  let isLost = false
  const lose = () => {
    if (!isLost) return
    throw new Error('what a driver may say of it')
  }
  const models = await open(t, notesProjection(lose))
  const { url, schema } = models
  await models.given(noteTaken('a'))
  isLost = true
  await models.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
  await t.rejects(models.given(noteTaken('b')))
  const pool = openPool(url, { max: 1, searchPath: schema })
  t.teardown(() => pool.end())
  t.same((await pool.query('select * from parked_events')).rows, [])
})

test('when nothing can be written at all, nothing is parked', async (t) => {
  const models = await open(t)
  await models.query(`alter table parked_events add constraint full_up check (false)`)
  await t.rejects(models.given(noteTaken('a', { trouble: 'type_error' })), { code: '23514' })
  t.same(await shown(models), [])
  t.same(await parked(models), [])
})

test('exactly the failing events and the later ones of their streams are parked', async (t) => {
  const models = await open(t)
  const stream = fc.integer({ min: 0, max: 9 })
  const trouble = fc.oneof(
    { weight: 6, arbitrary: fc.constant('none' as Trouble) },
    { weight: 1, arbitrary: fc.constantFrom(...WRONG) },
  )
  const batches = fc.array(fc.array(fc.record({ stream, trouble }), { maxLength: 60 }), {
    minLength: 1,
    maxLength: 3,
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(batches, async (played) => {
      run += 1
      const bad = new Set<number>()
      const expected: string[] = []
      const waiting: string[] = []
      for (const [nth, batch] of played.entries()) {
        const events = batch.map((of, at) =>
          noteTaken(`${run}.${nth}.${at}`, {
            trouble: of.trouble,
            stream: `note-${run}.${of.stream}`,
          }),
        )
        batch.forEach((of, at) => {
          if (of.trouble !== 'none') bad.add(of.stream)
          if (bad.has(of.stream)) waiting.push(events[at]?.id ?? '')
          else expected.push(`${run}.${nth}.${at}`)
        })
        await models.given(...events)
      }
      deepEqual(
        await idsOf(models, `select id from notes where id like '${run}.%' order by pos`),
        expected,
      )
      deepEqual(
        await idsOf(
          models,
          `select id::text from parked_events where stream like 'note-${run}.%' order by position`,
        ),
        waiting,
      )
    }),
    { numRuns: 20 },
  )
})

test('one failing event among a thousand costs about as much as all of them', async (t) => {
  let handled = 0
  const models = await open(
    t,
    notesProjection(() => {
      handled += 1
    }),
  )
  for (const [nth, trouble] of (['too_long_to_index', 'type_error'] as const).entries()) {
    handled = 0
    const bad = 617 + nth
    const events = Array.from({ length: 1_000 }, (_, at) =>
      noteTaken(`${nth}.${at}`, at === bad ? { trouble } : {}),
    )
    t.same(await models.given(...events), { parked: 1 })
    t.ok(handled < 2_200, `${trouble}: ${handled} events were applied to show 999`)
  }
})
