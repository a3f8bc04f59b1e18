import { appendHealth } from '@recado/infra/event-store/append-health'
import { NotSent } from '@recado/infra/event-store/client-fault'
import { RevisionConflict, StoreUnavailable } from '@recado/infra/event-store/errors'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { requiredChecks } from '@recado/infra/server-checks'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { IMPATIENT, newStream, noted } from './log-under-test.ts'
import { scriptedStore } from './scripted-store.ts'

const done = async () => undefined
const gaveUp = async () => {
  throw new StoreUnavailable('no answer', { outcomeUnknown: true })
}
const notSent = async () => {
  const cause = new NotSent('too little of its time is left')
  throw new StoreUnavailable('no answer', { outcomeUnknown: false, cause })
}
const conflict = async () => {
  throw new RevisionConflict('message-1')
}

const unused = {}

/** A watch with a clock of its own, and how it sees appends. */
function watched() {
  let now = 0
  const health = appendHealth(() => now)
  return {
    health,
    later: (ms: number) => {
      now += ms
    },
    async append(...works: (() => Promise<unknown>)[]) {
      for (const work of works) await health.watch(work()).catch(() => undefined)
    },
  }
}

test('a server that takes no append in a row of three refuses appends', async (t) => {
  const { health, append } = watched()
  await append(gaveUp, gaveUp)
  t.notOk(health.isRefusing(), 'two may fail in an election')
  await append(gaveUp)
  t.ok(health.isRefusing())
})

test('one append that succeeds is enough', async (t) => {
  const { health, append } = watched()
  await append(gaveUp, gaveUp, gaveUp, done)
  t.notOk(health.isRefusing())
})

test('an append that lost a race says nothing about the server', async (t) => {
  const { health, append } = watched()
  await append(conflict, conflict, conflict)
  t.notOk(health.isRefusing())
  await append(gaveUp, gaveUp, conflict, gaveUp)
  t.ok(health.isRefusing())
})

test('an append that never left this process says nothing about the server', async (t) => {
  const { health, append } = watched()
  await append(notSent, notSent, notSent, gaveUp, gaveUp)
  t.notOk(health.isRefusing())
})

test('without any further append it counts as well again after a while', async (t) => {
  const { health, append, later } = watched()
  await append(gaveUp, gaveUp, gaveUp)
  later(4 * 60_000)
  t.ok(health.isRefusing())
  later(60_001)
  t.notOk(health.isRefusing())
})

test('appends that failed while the server was away do not count afterwards', async (t) => {
  const { health, append } = watched()
  await append(gaveUp, gaveUp, gaveUp)
  health.forget()
  t.notOk(health.isRefusing())
})

test('a store that reads and cannot append says so until an append succeeds', async (t) => {
  const server = await scriptedStore({ refused: 1_000 })
  const { store, journal } = connectEventStore(server.url, IMPATIENT)
  t.teardown(async () => {
    await store.close()
    server.close()
  })
  t.notOk(store.refusesAppends())
  t.ok(await eventually(() => store.ping(1_000)))
  await Promise.allSettled([
    store.append(newStream(), 'no_stream', [noted()]),
    store.append(newStream(), 'no_stream', [noted()]),
    journal.record(newStream('providerEvent'), [noted()]),
  ])
  t.ok(await eventually(() => store.ping(1_000)))
  t.ok(store.refusesAppends())
  const { eventstore } = requiredChecks({ store, pool: unused as never })
  t.match(await eventstore(), /refuses appends/, '/readyz tells')
  server.accept()
  await eventually(() => store.append(newStream(), 'no_stream', [noted()]))
  t.notOk(store.refusesAppends())
})
