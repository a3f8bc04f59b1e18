import { randomUUID } from 'node:crypto'
import { newEvents } from '@recado/application/commands/command-context'
import type { Product } from './product.ts'

type Deps = Pick<Product['deps'], 'store' | 'now' | 'newId'>

/** Appends many facts at once, past every rule: one new contact that is renamed `Name 0`, `Name 1` and so on. */
export async function manyFacts(
  deps: Deps,
  accountId: string,
  count: number,
  name = 'Name',
): Promise<void> {
  const contact_id = randomUUID()
  const at = new Date().toISOString()
  const context = {
    account_id: accountId,
    actor: { type: 'system', id: 'test' },
    ...{ correlation_id: contact_id, causation_id: contact_id, request_id: null },
    ...{ now: deps.now, newId: deps.newId },
  } as const
  const created = { type: 'ContactCreated', data: { contact_id, created_at: at } } as const
  const renamed = Array.from({ length: count - 1 }, (_, n) => ({
    type: 'ContactRenamed' as const,
    data: { contact_id, name: `${name} ${n}`, source: 'api' as const, renamed_at: at },
  }))
  const facts = [created, ...renamed]
  for (let n = 0; n < count; n += 100) {
    const events = newEvents(facts.slice(n, n + 100), context)
    await deps.store.append(`contact-${contact_id}`, n === 0 ? 'no_stream' : BigInt(n - 1), events)
  }
}
