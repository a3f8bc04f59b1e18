import { createLogger } from '@recado/infra/logger'
import { recentAttempts } from '@recado/projectors/webhooks/dispatcher/recent-attempts'
import { type SweepDeps, sweep } from '@recado/projectors/webhooks/dispatcher/sweep'
import { test } from 'tap'

const FAILING = {
  ...{ shard: 1, last_ordinal: 1, due: true, failing_since: '2020-01-01T00:00:00.000Z' },
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
    failingMs: 1_000,
    deactivateFailing: async () => undefined,
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
