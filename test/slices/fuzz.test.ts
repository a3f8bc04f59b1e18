import { testCases } from '../fuzz/counted.ts'

// `slices/fuzz-large` sends ten times as many, and the soak test sends them for twenty minutes.
testCases(1_000)
