import { testCases } from '../fuzz/counted.ts'

// `slices/fuzz-large` sends twenty times as many, and the soak test sends them for twenty minutes.
testCases(500)
