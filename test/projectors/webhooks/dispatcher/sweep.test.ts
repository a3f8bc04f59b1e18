import { createLogger } from '@recado/infra/logger'
import { recentAttempts } from '@recado/projectors/webhooks/dispatcher/recent-attempts'
import { type SweepDeps, sweep } from '@recado/projectors/webhooks/dispatcher/sweep'
import { test } from 'tap'

const FAILING = {
  ...{ shard: 1, last_ordinal: 1, due: true, failing_since: '2020-01-01T00:00:00.000Z' },
  ...{ account_id: 'account', failing_noticed: false },
  url: 'https://crm.example/failing',
}

function sweeping(changes: Partial<SweepDeps>): SweepDeps {
  const queues = [
    { ...FAILING, connection_id: 'one' },
    { ...FAILING, connection_id: 'two' },
    { ...FAILING, connection_id: 'fine', failing_since: null },
  ]
  const query = async ({ name }: { name: string }) => ({
    rows: name === 'dispatch-sweep' ? queues : [{ position: 7 }],
  })
  return {
    pool: { query },
    shards: { all: () => [1], observed: () => undefined },
    recent: recentAttempts(),
    queues: { isOurs: () => true, readFrom: () => undefined, visit: async () => undefined },
    ...{ failingMs: 1_000, noticeMs: 500, now: Date.now },
    deactivateFailing: async () => undefined,
    noticeFailure: async () => undefined,
    log: createLogger('test', 'silent'),
    ...changes,
  } as unknown as SweepDeps
}

test('a webhook that cannot be deactivated does not keep others from being visited', async (t) => {
  const deactivated: [id: string, url: string][] = []
  const visited: string[] = []
  const deactivateFailing = async (id: string, url: string) => {
    deactivated.push([id, url])
    if (id === 'one') throw new Error('the log is away')
  }
  const queues = {
    isOurs: () => true,
    readFrom: () => undefined,
    visit: async ({ connection_id }: { connection_id: string }) => void visited.push(connection_id),
  } as unknown as SweepDeps['queues']
  await sweep(sweeping({ deactivateFailing, queues }))
  t.same(
    deactivated,
    ['one', 'two'].map((id) => [id, FAILING.url]),
    'with the address that failed, so that a newly configured one stays active',
  )
  t.same(visited, ['fine'])
})

test('a failure is noticed from its hour on, until the read models show it, and visited all the same', async (t) => {
  const HOUR = 3_600_000
  const since = Date.parse(FAILING.failing_since)
  for (const [after, failing_noticed, expected] of [
    [HOUR, false, []],
    [HOUR + 1, false, ['one']],
    [HOUR + 1, true, []],
  ] as const) {
    const [noticed, visited]: [string[], string[]] = [[], []]
    const query = async ({ name }: { name: string }) => ({
      rows:
        name === 'dispatch-sweep'
          ? [{ ...FAILING, connection_id: 'one', failing_noticed }]
          : [{ position: 7 }],
    })
    const queues = {
      isOurs: () => true,
      readFrom: () => undefined,
      visit: async ({ connection_id }: { connection_id: string }) =>
        void visited.push(connection_id),
    } as unknown as SweepDeps['queues']
    const times = { failingMs: 120 * HOUR, noticeMs: HOUR, now: () => since + after }
    const noticeFailure: SweepDeps['noticeFailure'] = async ({ connection_id, failing_since }) => {
      t.equal(failing_since, FAILING.failing_since)
      noticed.push(connection_id)
    }
    const pool = { query } as unknown as SweepDeps['pool']
    await sweep(sweeping({ ...times, pool, queues, noticeFailure }))
    t.same(noticed, expected)
    t.same(visited, ['one'])
  }
})
