import { randomUUID } from 'node:crypto'
import type { RawEvent } from '@recado/application/intake/raw-event'
import { journalPost } from '@recado/command-api/hooks/journal-post'
import type { RawRecord } from '@recado/command-api/hooks/raw-records'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { type Test, test } from 'tap'
import { startStore } from '../../kit/event-store.ts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { graphPost, rawEvent, rawOf, textMessage } from '../../translation/graph-post.ts'
import { factsOf, freshRecorder, wholeLog } from './recorder-kit.ts'

const embedded = await startStore('fair_turns')
const { store, journal } = connectEventStore(embedded.url)

// tap runs `after` hooks only once the process is idle, which an open client prevents: the last test cleans up.
const lastTest = (name: string, body: (t: Test) => Promise<unknown>) =>
  test(name, (t) => {
    t.teardown(async () => {
      await store.close()
      await embedded.stop()
    })
    return body(t)
  })

const IN_A_LOG = 5_000

/** The n-th message on an account's only connection, written by one of `people` persons. */
function written(account: string, n: number, people: number): RawEvent {
  const wa_id = `55119${10_000_000 + (n % people)}`
  const message = textMessage(`wamid.${n}`, `${n}`, { from: wa_id, from_user_id: `BR.${wa_id}` })
  return rawEvent(rawOf(graphPost({ contacts: [{ wa_id }], messages: [message] })), account)
}

/** Number of messages of a busy connection that are recorded before one that another connection got after them. */
async function recordedBefore(people: number): Promise<number> {
  const [hog, other] = [randomUUID(), randomUUID()]
  let before = 0
  let isRecorded = false
  const counting: EventStore = {
    ...store,
    async append(stream, expected, events) {
      const appended = await store.append(stream, expected, events)
      const [first] = events
      if (first?.type !== 'MessageReceived') return appended
      if (isRecorded) return appended
      if (first.metadata.account_id === hog) before += 1
      else {
        isRecorded = true
        stop()
      }
      return appended
    },
  }
  const { record, stop } = freshRecorder(counting)
  const raws = Array.from({ length: IN_A_LOG }, (_, n) => written(hog, n, people))
  await record(...raws, written(other, 0, 1)).catch((error: unknown) => {
    if (!isRecorded) throw error
  })
  return before
}

test('a person who wrote 5,000 messages does not delay another connection', async (t) => {
  const before = await recordedBefore(1)
  t.ok(before <= 50, `${before} before`)
})

test('a connection that lags is read from its own streams: nothing is lost, doubled or out of order', async (t) => {
  const [hog, other] = [randomUUID(), randomUUID()]
  const day = (n: number) => `providerEvent-${hog}.2026010${1 + (n % 2)}`
  for (let n = 0; n < 300; n++) await journal.record(day(n), [written(hog, n, 3)])
  await journal.record(`providerEvent-${other}.20260101`, [written(other, 0, 1)])
  const raws = (await wholeLog(store)).filter(
    ({ type, metadata: { account_id } }) =>
      type === 'ProviderEventReceived' && (account_id === hog || account_id === other),
  )
  const { record, counts } = freshRecorder(store, { bounds: { steps: 10, bytes: 20_000 } })
  await record(...(raws as RawEvent[]))
  t.same(counts, { 'received recorded': 301 })
  const said = new Map<unknown, number[]>()
  for (const { type, data } of await factsOf(store, hog)) {
    if (type !== 'MessageReceived') continue
    const { contact_id, intent } = data as { contact_id: string; intent: { text: string } }
    said.set(contact_id, [...(said.get(contact_id) ?? []), Number(intent.text)])
  }
  const inOrder = [0, 1, 2].map((person) => Array.from({ length: 100 }, (_, i) => person + 3 * i))
  t.same(
    [...said.values()].sort(([a = 0], [b = 0]) => a - b),
    inOrder,
  )
})

/** Records a person's n-th message in parts, as one that is too large for a record. */
async function inParts(account: string, n: number): Promise<void> {
  const whole = written(account, n, 1).data.payload as object
  const payload = graphPost({ oversized: true })
  const connection = { id: account, account_id: account } as RawRecord['connection']
  const record = { name: [n], connection, event: 'messages', payload, whole }
  await journalPost(
    { journal, personIds: PERSON_IDS },
    {
      source: 'official',
      body: JSON.stringify(whole),
      signature: null,
      records: [record],
      request_id: randomUUID(),
      at: new Date(),
    },
  )
}

test('a connection that lags gets its messages completely, also those in parts', async (t) => {
  const hog = randomUUID()
  for (let n = 0; n < 20; n++) await inParts(hog, n)
  const raws = (await factsOf(store, hog)).filter(({ type }) => type === 'ProviderEventReceived')
  const { record, counts, parked } = freshRecorder(store, { bounds: { steps: 1, bytes: 1 } })
  await record(...(raws as RawEvent[]))
  t.same(counts, { 'received recorded': 20 })
  t.same(parked, [])
})

lastTest('a connection with 5,000 messages of many people takes turns with another', async (t) => {
  const before = await recordedBefore(500)
  t.ok(before > 0 && before <= 1_100, `${before} before`)
})
