import { writeFileSync } from 'node:fs'
import fc from 'fast-check'

// Runs the built test files that the arguments name, in this process, and writes the ids of the mutants that they reach
// to the file REACHED, if it is named.

// The same few values for every mutant, without looking for the smallest counterexample: one is enough.
fc.configureGlobal({ seed: 1, numRuns: 30, endOnFailure: true })

type Counters = { mutantCoverage?: { static: Record<string, number> } }

const { REACHED } = process.env
if (REACHED !== undefined)
  process.on('exit', () => {
    const counters = (globalThis as { __stryker__?: Counters }).__stryker__
    writeFileSync(REACHED, JSON.stringify(Object.keys(counters?.mutantCoverage?.static ?? {})))
  })
for (const file of process.argv.slice(2)) await import(file)
