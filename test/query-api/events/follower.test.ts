import type { Pool } from '@recado/infra/postgres/run'
import { type EventFollower, openFollower } from '@recado/query-api/events/follower'
import { test } from 'tap'

const following = { accountId: 'account', keyId: 'key', eventKeys: [], isAllowed: () => true }

const noSessions = { living: async () => new Set<string>() }

function open(sessions = noSessions) {
  const pool = { query: async () => ({ rows: [] }) } as unknown as Pool
  return openFollower({ pool, readModels: { onMoved: () => () => undefined }, sessions })
}

function refused(follower: EventFollower): unknown {
  try {
    return follower.open(following)
  } catch (problem) {
    return problem
  }
}

test('too many streams are told so, and one that ends makes room', async (t) => {
  const follower = open()
  t.teardown(() => follower.close())
  const [first] = Array.from({ length: 10 }, () => follower.open(following))
  t.match(refused(follower), { status: 429, headers: { 'retry-after': '15' } })
  first?.end()
  t.equal(follower.open(following).isOver(), false)
})

test('a process that ends sends its clients to another one, however few their streams are', async (t) => {
  const follower = open()
  follower.close()
  t.match(refused(follower), { status: 503, headers: { 'retry-after': '1' } })
})

test('a stream of events ends with the session that has opened it, and no other does', async (t) => {
  const living = new Set(['one', 'two'])
  const follower = open({ living: async () => living })
  t.teardown(() => follower.close())
  const ofSession = (session_id: string) =>
    follower.open({ ...following, session: { session_id, user_id: 'ana' } })
  const [one, two, ofKey] = [ofSession('one'), ofSession('two'), follower.open(following)]
  living.delete('one')
  t.equal(await one.more(-1, 15_000), 'over')
  t.notOk(two.isOver() || ofKey.isOver())
})
