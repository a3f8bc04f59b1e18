import { randomUUID } from 'node:crypto'
import { MAX_MERGED_CONTACTS } from '@recado/domain/contact/merge-contact'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { test } from 'tap'
import { storeInMemory } from '../../application/contacts/scheduled-store.ts'
import { graphPost, rawEvent, rawOf, textMessage } from '../../translation/graph-post.ts'
import { factsOf, freshRecorder } from './recorder-kit.ts'

const store = storeInMemory()

const told = (account: string, from: string, more: object = {}) =>
  rawEvent(
    rawOf(
      graphPost({
        messages: [textMessage(randomUUID(), 'Oi', { from, from_user_id: undefined, ...more })],
      }),
    ),
    account,
  )
const changed = (account: string, from: string, to: string) =>
  told(account, from, { type: 'system', system: { type: 'user_changed_number', wa_id: to } })

test('repeated changes between two numbers cost the same each time', async (t) => {
  const account = randomUUID()
  let read = 0
  const counting: EventStore = {
    ...store,
    async *readStream(...of) {
      for await (const event of store.readStream(...of)) {
        read += 1
        yield event
      }
    },
  }
  const { record } = freshRecorder(counting)
  const [one, other] = ['5511911110001', '5511911110002']
  await record(told(account, one))
  const flips = (n: number) =>
    Array.from({ length: n }, (_, i) =>
      i % 2 === 0 ? changed(account, one, other) : changed(account, other, one),
    )
  await record(...flips(20))
  const first = read
  await record(...flips(60))
  const facts = await factsOf(store, account)
  t.ok(facts.filter(({ type }) => type === 'ContactIdentityUnlinked').length > 120)
  t.ok(read - first < 6 * first, `${first} events for twenty changes, then ${read - first}`)
})

test('a chain of changes merges no more contacts than one may have', async (t) => {
  const account = randomUUID()
  const { record, parked } = freshRecorder(store)
  const numbers = Array.from({ length: MAX_MERGED_CONTACTS + 10 }, (_, n) =>
    String(5_511_900_000_000 + n),
  )
  for (const number of numbers) await record(told(account, number))
  for (let n = numbers.length - 1; n > 0; n--)
    await record(changed(account, numbers[n] ?? '', numbers[n - 1] ?? ''))
  const facts = await factsOf(store, account)
  const merged = facts.filter(({ type }) => type === 'ContactMerged').length
  t.equal(merged, numbers.length - 2, 'all merges but the last, which would exceed the limit')
  t.ok(facts.some(({ type }) => type === 'ContactIdentityConflict'))
  t.same(parked, [])
})
