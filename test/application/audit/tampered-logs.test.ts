import { ok } from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import { findingsOf } from './audited-log.ts'
import { history, recorded } from './histories.ts'
import { TAMPERINGS } from './tampering.ts'

for (const [name, { fits, change }] of Object.entries(TAMPERINGS))
  test(`an audit finds ${name}`, async (t) => {
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
        ok(differences.length > 0, `${event.type} in ${event.stream}`)
      }),
      { numRuns: 12, endOnFailure: true },
    )
    t.ok(changes > 3, `${changes} changes`)
  })
