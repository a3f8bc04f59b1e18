import { deepStrictEqual as same } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { erasedData, isSealed, sealData } from '@recado/infra/sealing/sealed-fact'
import fc from 'fast-check'
import { test } from 'tap'
import { findingsOf } from './audited-log.ts'
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
  const data = sealData(fact, { kid: 'batch.0', fact: fact.id, type: fact.type }, KEY, pseudonym)
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
