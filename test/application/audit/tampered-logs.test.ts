import { ok } from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import { ana, graphPost, textMessage } from '../../translation/graph-post.ts'
import { findingsOf, logOfTwoNumbers } from './audited-log.ts'
import { history, recorded } from './histories.ts'
import { TAMPERINGS, type Tampering, UNSEEN, withOtherByte } from './tampering.ts'

/** Does the tampering to random events of random logs that allow it. @param judge of the differences that an audit finds */
async function tampered(
  { fits, change }: Tampering,
  judge: (differences: number, found: string) => void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(history, fc.nat(), fc.nat(), async (of, which, at) => {
      const { log } = await recorded(of)
      const possible = log.filter((event) => fits(event, log))
      const event = possible[which % possible.length]
      fc.pre(event !== undefined)
      const found = await findingsOf(change(event, log, at))
      const differences = found.filter(({ verdict }) => verdict === 'difference')
      judge(differences.length, JSON.stringify({ event: event.id, type: event.type, found }))
    }),
    { numRuns: 12, endOnFailure: true },
  )
}

for (const [name, tampering] of Object.entries(TAMPERINGS))
  test(`an audit finds ${name}`, async (t) => {
    await tampered(tampering, (differences, event) => ok(differences > 0, event))
    t.pass('in each log')
  })

test('an audit goes through a log in which any byte of an event was changed', async (t) => {
  await fc.assert(
    fc.asyncProperty(history, fc.nat(), fc.nat(), async (of, which, at) => {
      const { log } = await recorded(of)
      const event = log[which % log.length]
      if (event !== undefined) await findingsOf(withOtherByte(log, event, at))
    }),
    { numRuns: 40, endOnFailure: true },
  )
  t.pass('to its end')
})

test('an audit goes on where a fact that it compares with cannot be read', async (t) => {
  const { log, receive, recorder } = await logOfTwoNumbers()
  const system = { type: 'user_changed_number', wa_id: '5511922220001' }
  const moved = textMessage('wamid.2', '', { type: 'system', system })
  for (const message of [textMessage('wamid.1'), moved]) {
    const body = graphPost({ contacts: [ana], messages: [message] })
    await recorder().record(await receive({ source: 'official', event: 'messages', body }))
  }
  const first = log.find(({ type }) => type === 'IdentityClaimed')
  const found = await findingsOf(
    log.map((event) => (event === first ? { ...event, type: 'AccountOpened' } : event)),
  )
  t.ok(found.length > 0)
  t.ok(found.every(({ what }) => what === 'fact_unreadable'))
  t.ok(found.some(({ event_id }) => event_id === first?.id))
})

for (const [name, tampering] of Object.entries(UNSEEN))
  test(`an audit alone does not find ${name}`, async (t) => {
    await tampered(tampering, (differences, event) => ok(differences === 0, event))
    t.pass('in any log')
  })
