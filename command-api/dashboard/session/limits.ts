import { createHash } from 'node:crypto'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { forgetMinutes } from '@recado/infra/http/rate-lease'
import type { Taken } from '@recado/infra/http/rate-limits'
import { SLOW_SECONDS } from '@recado/infra/http/serving'
import type { CommandDeps } from '../../deps.ts'

type Limited = Pick<CommandDeps, 'rateLimits' | 'slowLimits'>

const ADDRESS_PREFIX = 'sign-in from:'
const EMAIL_PREFIX = 'sign-in:'
const SLOW_PREFIX = 'sign-in slowly:'

/** Tries that anybody at one address has in a minute, whomever they claim to be. */
const OF_ADDRESS = 30
const OF_EMAIL = { minute: 5, twentyMinutes: 7 }
/** From all addresses together: nobody at a few of them keeps a user out, and nobody at many guesses for long. */
const OF_EMAIL_ANYWHERE = 100
/** Times in a minute that a signed-in user may be asked for the password. */
const OF_USER = 5

/** One more try from an address. @throws HttpProblem 429 */
export async function countAddress({ rateLimits }: Limited, address: string): Promise<void> {
  allow(await rateLimits.take(`${ADDRESS_PREFIX}${address}`, OF_ADDRESS))
}

/**
 * One more try for an e-mail address, known or not; kept as its hash. What an address tries in vain is refused there, and
 * counts for no other.
 * @throws HttpProblem 429
 */
export async function countEmail(
  { rateLimits, slowLimits }: Limited,
  email: string,
  address: string,
): Promise<void> {
  const hash = createHash('sha256').update(email).digest('hex')
  const here = `${hash} from ${address}`
  allow(await rateLimits.take(`${EMAIL_PREFIX}${here}`, OF_EMAIL.minute))
  allow(await slowLimits.take(`${SLOW_PREFIX}${here}`, OF_EMAIL.twentyMinutes))
  allow(await slowLimits.take(`${SLOW_PREFIX}${hash}`, OF_EMAIL_ANYWHERE))
}

/** One more password of somebody signed in. @throws HttpProblem 429 */
export async function countUser({ rateLimits }: Limited, userId: string): Promise<void> {
  allow(await rateLimits.take(`password of:${userId}`, OF_USER))
}

/** Forgets the tries of before: anybody may name any address. */
export async function forgetTries({ pool }: Pick<CommandDeps, 'pool'>): Promise<void> {
  await forgetMinutes(pool, ADDRESS_PREFIX)
  await forgetMinutes(pool, EMAIL_PREFIX)
  await forgetMinutes(pool, SLOW_PREFIX, SLOW_SECONDS)
}

function allow({ granted, resetSeconds }: Taken): void {
  if (granted) return
  const headers = { 'retry-after': String(resetSeconds) }
  const message = `too many tries; wait ${resetSeconds} s`
  throw new HttpProblem(429, 'rate_limited', message, { headers })
}
