import type { Mutant } from './instrument.ts'

/** Mutants that no test can or need notice, each with the reason. A line that mutates no more is reported. */
export const EQUIVALENT: readonly (Pick<Mutant, 'file' | 'source' | 'replacement'> & {
  readonly reason: string
})[] = []
