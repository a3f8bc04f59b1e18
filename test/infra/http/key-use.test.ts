import { mock } from 'node:test'
import { openKeyUse } from '@recado/infra/http/key-use'
import { test } from 'tap'

test('the use of a key is written at once, and of one in steady use once a minute', async (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_800_000_000_000 })
  t.teardown(() => mock.timers.reset())
  const written: string[][] = []
  const query = async ({ values }: { values: string[][] }) => {
    written.push([...(values[0] ?? [])].sort())
    return { rows: [] }
  }
  const use = openKeyUse({ query } as unknown as Parameters<typeof openKeyUse>[0])
  const pass = async (ms: number) => {
    mock.timers.tick(ms)
    await new Promise(setImmediate)
  }
  use.note('one')
  use.note('two')
  await pass(250)
  t.same(written, [['one', 'two']], 'uses of other keys within a moment share the statement')
  for (let second = 0; second < 59; second += 1) {
    use.note('one')
    await pass(1_000)
  }
  t.equal(written.length, 1)
  await pass(1_000)
  t.same(written.slice(1), [['one']])
})
