import { journalPost } from '@recado/command-api/hooks/journal-post'
import type { ProviderPostReceived } from '@recado/domain/provider-event/events'
import type { Journal, NewEvent } from '@recado/infra/event-store/event-store'
import { test } from 'tap'

test('a body is cut into parts only between characters', async (t) => {
  for (const before of [199_999, 200_000]) {
    const body = `${'x'.repeat(before)}👍 and more`
    const kept: NewEvent[] = []
    const journal = { record: async (_: string, events: NewEvent[]) => void kept.push(...events) }
    const post = { source: 'official', body, signature: null, records: [], request_id: 'r' }
    await journalPost(journal as unknown as Journal, { ...post, at: new Date() })
    const parts = kept.map(({ data }) => (data as ProviderPostReceived['data']).body)
    t.ok(parts.length > 1)
    for (const part of parts) t.equal(Buffer.from(part).toString(), part)
    t.equal(parts.join(''), body)
  }
})
