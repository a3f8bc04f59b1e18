import { createHash } from 'node:crypto'
import type { Pace } from '@recado/infra/http/attempts'
import { rateLimited } from '@recado/infra/http/http-problem'
import type { Turn } from '@recado/infra/http/sign-in/password-hash'
import type { CommandDeps } from '../../deps.ts'

type Counting = Pick<CommandDeps, 'attempts'>

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** From one address, for any e-mail: many people may share it. */
const OF_ADDRESS: Pace = { free: 30, firstMs: SECOND, mostMs: MINUTE, forgetMs: 2 * SECOND }
/** For one e-mail from one address. */
const OF_EMAIL: Pace = { free: 5, firstMs: 5 * SECOND, mostMs: 5 * MINUTE, forgetMs: 3 * MINUTE }
/** For one e-mail from all addresses that are no known device: few enough guesses, and never a long wait. */
const OF_EMAIL_ANYWHERE: Pace = {
  ...{ free: 50, firstMs: SECOND, mostMs: 30 * SECOND, forgetMs: 12 * SECOND },
}
/** By a device, a link or a session, which is known already. */
const OF_KNOWN: Pace = { free: 5, firstMs: 5 * SECOND, mostMs: MINUTE, forgetMs: 12 * SECOND }

/** The key under which an e-mail's attempts from an address are counted; known or not, the e-mail is stored as its hash. */
const keyOf = (email: string, address: string) => `sign-in:${hashOf(email)} from ${address}`

export type SignInAttempt = {
  readonly email: string
  /** The client's; null when a proxy does not tell it. */
  readonly address: string | null
  /** The device, if the user has signed in there before. */
  readonly device: string | null
}

/**
 * Counts an attempt to sign in. A known device is judged by itself, whatever strangers have tried: only when it has used
 * up its own attempts is it one of them. @returns the turn at the hashes @throws HttpProblem 429
 */
export async function countSignIn(deps: Counting, attempt: SignInAttempt): Promise<Turn> {
  const { email, address, device } = attempt
  if (device !== null && (await deps.attempts.take(`device:${device}`, OF_KNOWN)) === null)
    return { lane: 'known', owner: device }
  if (address !== null) {
    await countAddress(deps, address)
    allow(await deps.attempts.take(keyOf(email, address), OF_EMAIL))
  }
  allow(await deps.attempts.take(`sign-in:${hashOf(email)}`, OF_EMAIL_ANYWHERE))
  return { lane: 'strangers', owner: address ?? hashOf(email) }
}

/** Forgets the attempts of a device and an address that gave the right password; those of others count on. */
export async function forgetSignIn({ attempts }: Counting, attempt: SignInAttempt): Promise<void> {
  const { email, address, device } = attempt
  if (device !== null) await attempts.forget(`device:${device}`)
  if (address !== null) await attempts.forget(keyOf(email, address))
}

/** Counts an attempt from an address; one without a known address is not counted. @throws HttpProblem 429 */
export async function countAddress({ attempts }: Counting, address: string | null): Promise<void> {
  if (address !== null) allow(await attempts.take(`sign-in from:${address}`, OF_ADDRESS))
}

/** Counts a use of a link that exists. @throws HttpProblem 429 */
export async function countLink({ attempts }: Counting, userId: string): Promise<Turn> {
  allow(await attempts.take(`link of:${userId}`, OF_KNOWN))
  return { lane: 'known', owner: userId }
}

/** Counts a confirmation of the password in a session, apart from the user's other sessions. @throws HttpProblem 429 */
export async function countSession({ attempts }: Counting, sessionId: string): Promise<Turn> {
  allow(await attempts.take(`password in:${sessionId}`, OF_KNOWN))
  return { lane: 'known', owner: sessionId }
}

function allow(waitSeconds: number | null): void {
  if (waitSeconds === null) return
  throw rateLimited(`too many attempts; wait ${waitSeconds} s`, waitSeconds)
}

function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('hex')
}
