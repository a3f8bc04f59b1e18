import { randomUUID } from 'node:crypto'
import { sharedSlots } from '@recado/infra/concurrency/shared-slots'
import type { ServedDeps } from '@recado/query-api/deps'
import { listEvents } from '@recado/query-api/events/list-events'
import { test } from 'tap'

type Page = { readonly data: readonly { readonly id: number }[]; readonly next_cursor: string }

/** A log whose first event is older than `since`, and that gains an event after each statement. */
function growing([old, ...coming]: readonly number[]) {
  const log: number[] = []
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const after = Math.min(...values.filter((value) => typeof value === 'number'))
    const rows = text.includes('max(')
      ? [{ log_id: log.at(-1) ?? old }]
      : log.flatMap((id) => (id > after ? [{ id: 'x', log_id: id, text: `{"id":${id}}` }] : []))
    log.push(...coming.splice(0, 1))
    return { rows }
  }
  return { query } as unknown as ServedDeps['pool']
}

test('an event that arrives while an empty page is read is on the next page', async (t) => {
  const reads = sharedSlots({ limit: 1 })
  const deps = { pool: growing([5, 9]), providers: new Map(), reads } as unknown as ServedDeps
  const seen: number[] = []
  let after: string | undefined
  for (let reads = 0; reads < 3; reads++) {
    const input = {
      request: { headers: {} },
      caller: { account: { id: randomUUID() } },
      query: { since: '2026-01-01T00:00:00.000Z', limit: 50, after },
    } as unknown as Parameters<typeof listEvents.handle>[0]
    const answer = (await listEvents.handle(input, deps)) as { readonly body: string }
    const page: Page = JSON.parse(answer.body)
    seen.push(...page.data.map(({ id }) => id))
    after = page.next_cursor
  }
  t.same(seen, [9])
})
