import { createHash } from 'node:crypto'
import { rateLimited } from '@recado/infra/http/http-problem'
import { forgetMinutes } from '@recado/infra/http/rate-lease'
import type { Taken } from '@recado/infra/http/rate-limits'
import { SLOW_SECONDS } from '@recado/infra/http/serving'
import type { CommandDeps } from '../../deps.ts'

type Limited = Pick<CommandDeps, 'rateLimits' | 'slowLimits'>

const ADDRESS_PREFIX = 'sign-in from:'
const EMAIL_PREFIX = 'sign-in:'
const SLOW_PREFIX = 'sign-in slowly:'

/** Attempts in a minute from one address, for any user. */
const OF_ADDRESS = 30
const OF_EMAIL = { minute: 5, twentyMinutes: 7 }
/** For one e-mail from all addresses: too many for few addresses to lock a user out, too few for many to guess. */
const OF_EMAIL_ANYWHERE = 100
/** Confirmations of the password in a minute by a user who is signed in. */
const OF_USER = 5

/** Counts an attempt from an address. @throws HttpProblem 429 */
export async function countAddress({ rateLimits }: Limited, address: string): Promise<void> {
  allow(await rateLimits.take(`${ADDRESS_PREFIX}${address}`, OF_ADDRESS))
}

/**
 * Counts an attempt for an e-mail, known or not, stored as its hash. An attempt that is refused for its address does not
 * count for other addresses.
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

/** Counts a confirmation of the password. @throws HttpProblem 429 */
export async function countUser({ rateLimits }: Limited, userId: string): Promise<void> {
  allow(await rateLimits.take(`password of:${userId}`, OF_USER))
}

/** Deletes expired counts: clients choose the e-mails, so the table would grow without bound. */
export async function forgetTries({ pool }: Pick<CommandDeps, 'pool'>): Promise<void> {
  await forgetMinutes(pool, ADDRESS_PREFIX)
  await forgetMinutes(pool, EMAIL_PREFIX)
  await forgetMinutes(pool, SLOW_PREFIX, SLOW_SECONDS)
}

function allow({ granted, resetSeconds }: Taken): void {
  if (granted) return
  throw rateLimited(`too many attempts; wait ${resetSeconds} s`, resetSeconds)
}
