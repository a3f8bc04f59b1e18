import { test } from 'tap'
import { fuzz } from '../fuzz/fuzz.ts'

/** The number of cases. The soak test runs for twenty minutes instead. */
const CASES = Number(process.env.FUZZ_CASES ?? 10_000)
/** On a busy machine fewer cases are tried; the test reports how many. */
const LONGEST_MS = 180_000
/** The time by which a failing case must be found and reduced: the runner ends this file soon after. */
const NARROWED_MS = 225_000

/** Late answers that are tolerated, because other tests run beside this one. */
const MOST_LATE = 20

test('no value of any field of any route or hook causes a fault or stops another account', async (t) => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now())
  const began = performance.now()
  const isOver = (ms: number) => performance.now() - began >= ms
  const enough = (sofar: number) => sofar >= CASES || isOver(LONGEST_MS)
  const say = (line: string) => t.comment(line)
  const may = { late: MOST_LATE }
  const { count, fault } = await fuzz(seed, enough, say, () => isOver(NARROWED_MS), may)
  t.equal(fault, null)
  t.comment(`${count} cases from seed ${seed}, ${MOST_LATE - may.late} of them late at first`)
})
