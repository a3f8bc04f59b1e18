import { test } from 'tap'
import { fuzz } from '../fuzz/fuzz.ts'

const MINUTES = Number(process.env.FUZZ_MINUTES ?? 20)

/** How many late answers are tolerated, each asked once more: the machine may be busy for a moment. */
const FORGIVEN = 10

test('no value of any field causes a fault or stops another account, for as long as the test runs', async (t) => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now())
  const end = performance.now() + MINUTES * 60_000
  const enough = () => performance.now() >= end
  const may = { late: FORGIVEN }
  const { count, fault } = await fuzz(
    seed,
    enough,
    (line) => t.comment(line),
    () => false,
    may,
  )
  t.equal(fault, null)
  t.comment(`${count} cases from seed ${seed}, ${FORGIVEN - may.late} answered late`)
})
