import { atWork } from '@recado/infra/concurrency/at-work'
import { sharedRate } from '@recado/infra/concurrency/shared-rate'

/** A rate limit that no test reaches. */
export const UNHURRIED = sharedRate(1e15, atWork())
