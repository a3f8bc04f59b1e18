import { deepStrictEqual as same } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { erasedData, isSealed } from '@recado/infra/sealing/sealed-fact'
import fc from 'fast-check'
import { test } from 'tap'
import { sealedWhole } from '../../kit/sealed.ts'
import { ana, graphPost, textMessage } from '../../translation/graph-post.ts'
import { findingsOf, logOfTwoNumbers } from './audited-log.ts'
import type { Post } from './happenings.ts'
import { history, recorded } from './histories.ts'

const KEY = Buffer.alloc(32, 1)
const pseudonym = (value: string) => createHash('sha256').update(value).digest().subarray(0, 16)

/** Whose key a fact has: each raw event one of its own, what is about a person that person's. */
function subjectOf({ stream, id, data }: RecordedEvent): string {
  if (stream.startsWith('providerEvent-')) return id
  const { contact_id } = data as { contact_id?: string }
  return contact_id ?? stream
}

/** The fact as it is read once its key was destroyed. */
function erased(fact: RecordedEvent): RecordedEvent {
  const data = sealedWhole(fact, { kid: 'batch.0', fact: fact.id, type: fact.type }, KEY, pseudonym)
  return isSealed(data) ? { ...fact, data: erasedData(data), erased: true } : fact
}

test('an audit accuses nobody of what was erased, or is being erased', async (t) => {
  const places = fc.infiniteStream(fc.boolean())
  await fc.assert(
    fc.asyncProperty(history, places, async (of, isErased) => {
      const { log } = await recorded(of)
      const chosen = new Map<string, boolean>()
      const isChosen = (subject: string) => {
        // No person erases what is about a number of the business.
        if (subject.startsWith('connection-')) return false
        const known = chosen.get(subject) ?? isErased.next().value ?? false
        chosen.set(subject, known)
        return known
      }
      const read = log.map((fact) => (isChosen(subjectOf(fact)) ? erased(fact) : fact))
      const found = await findingsOf(read)
      same(
        found.filter(({ what }) => what !== 'erased'),
        [],
      )
    }),
    { numRuns: 60 },
  )
  t.pass('whoever was erased, with or without the raw events')
})

test('what came after its person was erased is not missing', async (t) => {
  const { log, receive, recorder, noteArrival } = await logOfTwoNumbers()
  const said = (id: string, more: object = {}): Post => ({
    source: 'official',
    event: 'messages',
    body: graphPost({ contacts: [ana], messages: [textMessage(id, 'Oi', { ...more })] }),
  })
  await recorder().record(await receive(said('wamid.1')))
  const [created] = log.filter(({ type }) => type === 'ContactCreated')
  const contact_id = created?.stream.replace('contact-', '') ?? ''
  const edit = { original_message_id: 'wamid.1', message: { type: 'text', text: { body: 'Olá' } } }
  const edited = {
    type: 'edit',
    text: undefined,
    edit,
    from: '5511900000000',
    from_user_id: 'BR.9',
  }
  for (const late of [said('wamid.2'), said('wamid.3', edited)]) {
    const raw = await receive(late)
    t.match(await findingsOf(log), [{ what: 'fact_missing', event_id: raw.id }])
    await noteArrival(raw, contact_id)
    t.same(await findingsOf(log), [])
  }
})
