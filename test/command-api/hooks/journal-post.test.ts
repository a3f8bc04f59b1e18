import { journalPost } from '@recado/command-api/hooks/journal-post'
import type { ProviderPostReceived } from '@recado/domain/provider-event/events'
import type { Journal, NewEvent } from '@recado/infra/event-store/event-store'
import { test } from 'tap'
import { PERSON_IDS } from '../../kit/person-ids.ts'

test('a body is cut into parts only between characters', async (t) => {
  for (const before of [199_999, 200_000]) {
    const body = `${'x'.repeat(before)}👍 and more`
    const kept: NewEvent[] = []
    const journal = { record: async (_: string, events: NewEvent[]) => void kept.push(...events) }
    const post = { source: 'official', body, signature: null, records: [], request_id: 'r' }
    await journalPost(
      { journal: journal as unknown as Journal, personIds: PERSON_IDS },
      { ...post, at: new Date() },
    )
    const parts = kept.map(({ data }) => (data as ProviderPostReceived['data']).body)
    t.ok(parts.length > 1)
    for (const part of parts) t.equal(Buffer.from(part).toString(), part)
    t.equal(parts.join(''), body)
  }
})

test('no further part is begun once the sender was told to send the same again', async (t) => {
  let appends = 0
  const record = async () => {
    appends += 1
  }
  const journal = { record }
  const body = 'x'.repeat(2_000_000)
  const post = { source: 'official', body, signature: null, records: [], request_id: 'r' }
  const journalled = journalPost(
    { journal: journal as unknown as Journal, personIds: PERSON_IDS },
    { ...post, at: new Date() },
    () => appends === 1,
  )
  await t.rejects(journalled, /send the same again/)
  t.equal(appends, 1)
})
