import { ok } from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import { findingsOf } from './audited-log.ts'
import { history, recorded } from './histories.ts'
import { TAMPERINGS, type Tampering, UNSEEN } from './tampering.ts'

/** Does the tampering to random events of random logs. @param judge of the differences that an audit finds */
async function tampered(
  { fits, change }: Tampering,
  judge: (differences: number, event: string) => void,
): Promise<number> {
  let changes = 0
  await fc.assert(
    fc.asyncProperty(history, fc.nat(), fc.nat(), async (of, which, at) => {
      const { log } = await recorded(of)
      const possible = log.filter((event) => fits(event, log))
      const event = possible[which % possible.length]
      if (event === undefined) return
      changes += 1
      const found = await findingsOf(change(event, log, at))
      const differences = found.filter(({ verdict }) => verdict === 'difference')
      judge(differences.length, `${event.type} in ${event.stream}`)
    }),
    { numRuns: 12, endOnFailure: true },
  )
  return changes
}

for (const [name, tampering] of Object.entries(TAMPERINGS))
  test(`an audit finds ${name}`, async (t) => {
    const changes = await tampered(tampering, (differences, event) => ok(differences > 0, event))
    t.ok(changes > 3, `${changes} changes`)
  })

for (const [name, tampering] of Object.entries(UNSEEN))
  test(`an audit alone does not find ${name}`, async (t) => {
    const changes = await tampered(tampering, (differences, event) => ok(differences === 0, event))
    t.ok(changes > 3, `${changes} changes`)
  })
