import { test } from 'tap'
import { fuzz } from '../fuzz/fuzz.ts'

/** The soak tries for twenty minutes. */
const CASES = Number(process.env.FUZZ_CASES ?? 10_000)
/** On a machine that is busy with something else fewer are tried, and said to be. */
const LONGEST_MS = 180_000
/** By then the case that did it must be found: the runner ends this file soon after, and a step takes its time. */
const NARROWED_MS = 225_000

/** Other tests run beside this one; the soak, which is alone, forgives none. */
const MOST_LATE = 20

test('no value of any field of any route or hook is a fault, or stops another account', async (t) => {
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
