import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import type { CommandContext } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { type Aggregate, type Decide, refuse } from '@recado/domain/decision'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { test } from 'tap'
import { all, idsIn, logServer, PERSISTENT } from '../../infra/event-store/log-under-test.ts'

const logUnderTest = await logServer('execute')

type Seated = { type: 'Seated'; data: { name: string } }
type Closed = { type: 'Closed'; data: { at: string } }
type Room = { names: readonly string[]; closed: boolean }

const room: Aggregate<Room, Seated | Closed> = {
  category: 'sale',
  initialState: { names: [], closed: false },
  evolve: (state, event) =>
    event.type === 'Closed'
      ? { ...state, closed: true }
      : { ...state, names: [...state.names, event.data.name] },
}

const seat: Decide<{ name: string }, Room, Seated, 'closed'> = ({ name }, { names, closed }) => {
  if (closed) return refuse('closed')
  return names.includes(name) ? [] : [{ type: 'Seated', data: { name } }]
}

const close: Decide<{ at: string }, Room, Closed> = ({ at }, { closed }) =>
  closed ? [] : [{ type: 'Closed', data: { at } }]

const context: CommandContext = {
  account_id: 'a',
  actor: { type: 'api_key', id: 'k' },
  correlation_id: 'corr',
  causation_id: 'cause',
  request_id: 'r',
  now: () => new Date('2026-01-01T09:00:00.000Z'),
  newId: randomUUID,
}

/** The dependencies of one process. */
function process(store: EventStore): ExecuteDeps {
  return { store, cache: aggregateCache(), mutex: streamMutex() }
}

function seating(id: string, name: string, more: Partial<CommandContext> = {}) {
  return { aggregate: room, id, decide: seat, command: { name }, context: { ...context, ...more } }
}

test('decided facts are in the log, with who, when and why', async (t) => {
  const { store } = await logUnderTest(t)
  const id = randomUUID()

  const outcome = await execute(process(store), seating(id, 'Ana'))

  const [recorded] = await all(store.readStream(`sale-${id}`))
  t.match(outcome, { state: { names: ['Ana'] }, revision: 0n, position: recorded?.position })
  t.match(outcome, { events: [{ id: recorded?.id, data: { name: 'Ana' } }] })
  t.same(recorded?.metadata, {
    account_id: 'a',
    actor: { type: 'api_key', id: 'k' },
    $correlationId: 'corr',
    $causationId: 'cause',
    recorded_at: '2026-01-01T09:00:00.000Z',
    schema_version: 1,
    request_id: 'r',
  })
})

test('twenty concurrent commands on one stream are all decided', async (t) => {
  const { store } = await logUnderTest(t)
  const deps = process(store)
  const id = randomUUID()
  const names = Array.from({ length: 20 }, (_, i) => `guest ${i}`)

  await Promise.all(names.map((name) => execute(deps, seating(id, name))))

  const seated = (await all(store.readStream(`sale-${id}`))).map(
    ({ data }) => (data as { name: string }).name,
  )
  t.same(seated.sort(), names.sort())
})

test('two processes on one stream lose no facts', async (t) => {
  const { store, direct } = await logUnderTest(t)
  const processes = [process(store), process(direct)]
  const id = randomUUID()

  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      execute(processes[i % 2] as ExecuteDeps, seating(id, `guest ${i}`)),
    ),
  )

  t.equal((await idsIn(store, `sale-${id}`)).length, 20)
  t.equal(new Set(outcomes.map((outcome) => 'revision' in outcome && outcome.revision)).size, 20)
})

test("a lost race is decided again on the winner's facts", async (t) => {
  const { store, direct } = await logUnderTest(t)
  const [here, there] = [process(store), process(direct)]
  const id = randomUUID()
  await execute(here, seating(id, 'Ana'))
  await execute(there, { ...seating(id, ''), decide: close, command: { at: 'noon' } })

  t.same(await execute(here, seating(id, 'Bia')), { refused: 'closed' })
  t.equal((await idsIn(store, `sale-${id}`)).length, 2)
})

test('a refusal is decided on the log, not on a stale cache', async (t) => {
  const { store, direct } = await logUnderTest(t)
  const [here, there] = [process(store), process(direct)]
  const id = randomUUID()
  const open: Decide<object, Room, Seated, 'nobody'> = (_, { names }) =>
    names.includes('Bia') ? [{ type: 'Seated', data: { name: 'Bia’s guest' } }] : refuse('nobody')
  await execute(here, seating(id, 'Ana'))
  await execute(there, seating(id, 'Bia'))

  const outcome = await execute(here, { ...seating(id, ''), decide: open, command: {} })

  t.match(outcome, { revision: 2n, state: { names: ['Ana', 'Bia', 'Bia’s guest'] } })
})

test('a command without facts appends nothing', async (t) => {
  const { store } = await logUnderTest(t)
  const deps = process(store)
  const id = randomUUID()
  await execute(deps, seating(id, 'Ana'))

  const again = await execute(deps, seating(id, 'Ana'))
  const elsewhere = await execute(deps, {
    ...seating(randomUUID(), ''),
    decide: () => [],
    command: {},
  })

  t.match(again, { events: [], revision: 0n, position: null, state: { names: ['Ana'] } })
  t.match(elsewhere, { events: [], revision: null, position: null })
  t.equal((await idsIn(store, `sale-${id}`)).length, 1)
})

test('facts get the ids that their context gives them', async (t) => {
  const { store } = await logUnderTest(t)
  const id = randomUUID()
  const ids = [randomUUID()]

  await execute(process(store), seating(id, 'Ana', { eventId: (index) => ids[index] ?? '' }))

  t.same(await idsIn(store, `sale-${id}`), ids)
})

test('a command whose answer is lost is executed once', async (t) => {
  const { store, wire, direct } = await logUnderTest(t, PERSISTENT)
  const deps = process(store)
  const id = randomUUID()
  await execute(deps, seating(id, 'Ana'))

  wire.muteOpen()
  const outcome = await execute(deps, seating(id, 'Bia'))

  t.match(outcome, { revision: 1n, state: { names: ['Ana', 'Bia'] } })
  t.equal((await idsIn(direct, `sale-${id}`)).length, 2)
})
