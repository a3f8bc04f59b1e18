import {
  type Holding,
  isStillTheirs,
  spanAt,
  spansOf,
  wasNobodyElses,
} from '@recado/projectors/reactors/erasure/holdings'
import fc from 'fast-check'
import { test } from 'tap'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString()

/** Who had an identity for how many minutes, and for how many it named nobody afterwards. */
const history = fc.array(
  fc.record({
    isTheirs: fc.boolean(),
    held: fc.integer({ min: 1, max: 5 }),
    free: fc.integer({ min: 0, max: 3 }),
    isReleased: fc.boolean(),
  }),
  { maxLength: 6 },
)
type Had = typeof history extends fc.Arbitrary<infer Value> ? Value : never

function holdingsOf(had: Had): readonly Holding[] {
  let minute = 10
  return had.map(({ isTheirs, held, free, isReleased }, n) => {
    const [since, until] = [minute, minute + held]
    minute = until + free
    const isLast = n === had.length - 1
    return { isTheirs, since: at(since), until: isLast && !isReleased ? null : at(until) }
  })
}

test('an identity meant whoever had it then, and the last one when nobody has it since', (t) => {
  const property = fc.property(history, fc.nat(60), (had, minute) => {
    const holdings = holdingsOf(had)
    const spans = spansOf(holdings)
    const time = at(minute)
    const n = holdings.findLastIndex(({ since }) => since <= time)
    const [holding, next] = [holdings[n], holdings[n + 1]]
    const isHeld = holding !== undefined && (holding.until === null || time < holding.until)
    const isTheirs = holding?.isTheirs === true
    const meant = isTheirs && (isHeld || next === undefined || next.isTheirs)
    return (
      (spanAt(spans, time, false) !== undefined) === meant &&
      wasNobodyElses(spans, time) === (isTheirs || (!isHeld && next?.isTheirs === true)) &&
      isStillTheirs(spans) === (holdings.at(-1)?.isTheirs === true)
    )
  })
  t.doesNotThrow(() => fc.assert(property, { numRuns: 500 }))
  t.end()
})

test('what an identity was claimed for came before, but not while somebody else had it', (t) => {
  const [others, theirs] = [
    { isTheirs: false, since: at(0), until: at(10) },
    { isTheirs: true, since: at(20), until: null },
  ]
  const spans = spansOf([others, theirs])
  t.equal(spanAt(spans, at(15), false), undefined)
  t.ok(spanAt(spans, at(15), true))
  t.equal(spanAt(spans, at(5), true), undefined)
  t.end()
})
