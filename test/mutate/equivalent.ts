import type { Mutant } from './instrument.ts'

/** Mutants that no test can or need notice, each with the reason. A line that mutates no more is reported. */
export const EQUIVALENT: readonly (Pick<Mutant, 'file' | 'source' | 'replacement'> & {
  readonly reason: string
})[] = [
  {
    file: 'domain/exact-json.ts',
    source: 'if (INDEX.test(text)) return true',
    replacement: 'true',
    reason: 'Only slower: it may say so of any text, and never the opposite when that is wrong.',
  },
  {
    file: 'domain/sale/apply-notice.ts',
    source: 'const ends = RANK[status] === ENDED',
    replacement: 'true',
    reason: 'Nothing reads when a sale ended that has not; an end replaces it.',
  },
  {
    file: 'domain/sale/record-notice.ts',
    source: "if (status === 'pending' || after.status === before.status)",
    replacement: '""',
    reason: 'Does not compile. An order never changes the status, so the second condition holds.',
  },
]
