import { test } from 'tap'
import { fuzz } from '../fuzz/fuzz.ts'

const CASES = Number(process.env.FUZZ_CASES ?? 10_000)
/** On a machine that is busy with something else fewer are tried, and said to be. */
const LONGEST_MS = 180_000

test('no value of any field of any route or hook is a fault, or stops another account', async (t) => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now())
  const end = performance.now() + LONGEST_MS
  const enough = (sofar: number) => sofar >= CASES || performance.now() >= end
  const { count, fault } = await fuzz(seed, enough, (line) => t.comment(line))
  t.equal(fault, null)
  t.comment(`${count} cases from seed ${seed}`)
})
