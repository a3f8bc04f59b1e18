import { backgroundWork, RetryLater } from '@recado/application/sending/background-work'
import { RevisionConflict, StoreUnavailable } from '@recado/infra/event-store/errors'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'

const OF = { account_id: null, correlation_id: 'correlation', request_id: null }

/** Background work whose pauses end at once, and the lines it logs. */
function background() {
  const told: string[] = []
  const pauses: number[] = []
  const { untilDone, close } = backgroundWork(
    {
      waits: (error) => void told.push(`waits: ${(error as Error).message}`),
      fails: (error, _, isLast) =>
        void told.push(`${isLast ? 'given up' : 'fails'}: ${(error as Error).message}`),
    },
    async (ms) => {
      pauses.push(ms)
      await new Promise(setImmediate)
    },
  )
  return { untilDone, close, told, pauses }
}

/** Work that fails this often, and then succeeds. */
function failing(times: number, error: () => Error) {
  const tries = { count: 0 }
  const work = async () => {
    tries.count += 1
    if (tries.count <= times) throw error()
  }
  return { tries, work }
}

const away = () => new StoreUnavailable('the log is away', { outcomeUnknown: true })

test('work that an unreachable server delays is done once the server is back, however long that takes', async (t) => {
  const { untilDone, told, pauses } = background()
  const { tries, work } = failing(100, away)
  void untilDone(work, OF)
  await eventually(() => tries.count === 101)
  t.equal(told.length, 100)
  t.equal(Math.max(...pauses), 5_000)
})

test('work that keeps failing by itself is reported and given up, so that it neither goes on nor piles up', async (t) => {
  const { untilDone, close, told } = background()
  const { tries, work } = failing(Number.POSITIVE_INFINITY, () => new TypeError('a fault of ours'))
  void untilDone(work, OF)
  await eventually(() => told.at(-1) === 'given up: a fault of ours')
  await close(60_000)
  t.equal(tries.count, 8)
  t.equal(told.length, 8)
})

test('a fault that passes is not given up', async (t) => {
  const { untilDone, told } = background()
  const { tries, work } = failing(7, () => new TypeError('a fault of ours'))
  void untilDone(work, OF)
  await eventually(() => tries.count === 8)
  t.notOk(told.some((line) => line.startsWith('given up')))
})

test('the failure that the caller met is reported too, and counts as the first try', async (t) => {
  const { untilDone, told, pauses } = background()
  const { tries, work } = failing(1, away)
  void untilDone(work, OF, new TypeError('met first'))
  await eventually(() => tries.count === 2)
  t.same(told, ['fails: met first', 'waits: the log is away'])
  t.same(pauses, [100, 200])
})

test('a lost race is decided again, and a NotYet is not reported', async (t) => {
  const { untilDone, told } = background()
  const lost = failing(20, () => new RevisionConflict('message-1'))
  const early = failing(20, () => new RetryLater('no claim yet'))
  void untilDone(lost.work, OF)
  void untilDone(early.work, OF)
  await eventually(() => lost.tries.count === 21 && early.tries.count === 21)
  t.equal(told.length, 20)
  t.notOk(told.some((line) => line.includes('no claim yet')))
})

test('work that is left when the process stops is left to recovery', async (t) => {
  const { untilDone, close } = background()
  const { tries, work } = failing(Number.POSITIVE_INFINITY, away)
  void untilDone(work, OF)
  await close(0)
  const before = tries.count
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
  t.ok(tries.count <= before + 1)
  const late = failing(0, away)
  void untilDone(late.work, OF)
  await new Promise(setImmediate)
  t.equal(late.tries.count, 0)
})
