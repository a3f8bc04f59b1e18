import { test } from 'tap'
import { fuzz } from './fuzz.ts'

/** On a busy machine fewer cases are tried; the test reports how many. */
const MAX_MS = 180_000
/** The time by which a failing case must be found and reduced: the runner ends the file soon after. */
const NARROWED_MS = 225_000
/** Late answers that are tolerated, because other tests run beside this one. */
const MAX_LATE = 20

/** A test that sends random cases; `FUZZ_CASES` and `FUZZ_SEED` in the environment say how many, and which. */
export function testCases(most: number): void {
  test('no value of any field of any route or hook causes a fault or stops another account', async (t) => {
    const cases = Number(process.env.FUZZ_CASES ?? most)
    const seed = Number(process.env.FUZZ_SEED ?? Date.now())
    const began = performance.now()
    const isOver = (ms: number) => performance.now() - began >= ms
    const enough = (sofar: number) => sofar >= cases || isOver(MAX_MS)
    const say = (line: string) => t.comment(line)
    const may = { late: MAX_LATE }
    const { count, fault } = await fuzz(seed, enough, say, () => isOver(NARROWED_MS), may)
    t.equal(fault, null)
    t.comment(`${count} cases from seed ${seed}, ${MAX_LATE - may.late} of them late at first`)
  })
}
