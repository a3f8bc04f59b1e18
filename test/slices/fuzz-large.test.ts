import { testCases } from '../fuzz/counted.ts'

testCases(10_000)
