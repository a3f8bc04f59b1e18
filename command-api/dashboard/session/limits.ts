import type { Pace } from '@recado/infra/http/attempts'
import { rateLimited } from '@recado/infra/http/http-problem'
import type { Turn } from '@recado/infra/http/sign-in/password-hash'
import { sha256Hex } from '@recado/infra/sha256'
import type { CommandDeps } from '../../deps.ts'

type Counting = Pick<CommandDeps, 'attempts'>

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** From one address, for any e-mail address: many people may share it. */
const ADDRESS_PACE: Pace = {
  free: 30,
  firstMs: SECOND_MS,
  mostMs: MINUTE_MS,
  forgetMs: 2 * SECOND_MS,
}
/** For one e-mail address, from one address. */
const EMAIL_PACE: Pace = {
  free: 5,
  firstMs: 5 * SECOND_MS,
  mostMs: 5 * MINUTE_MS,
  forgetMs: 3 * MINUTE_MS,
}
/** For one e-mail address, from everywhere but known devices: few enough guesses, and never a long wait. */
const EMAIL_ANYWHERE_PACE: Pace = {
  ...{ free: 50, firstMs: SECOND_MS, mostMs: 30 * SECOND_MS, forgetMs: 12 * SECOND_MS },
}
/** By a known device, link or session. */
const KNOWN_PACE: Pace = {
  free: 5,
  firstMs: 5 * SECOND_MS,
  mostMs: MINUTE_MS,
  forgetMs: 12 * SECOND_MS,
}

/**
 * The key under which an e-mail's attempts from an address are counted; known or not, the e-mail is stored as its hash.
 */
const keyOf = (email: string, address: string) => `sign-in:${sha256Hex(email)} from ${address}`

export type SignInAttempt = {
  readonly email: string
  /** The client's address; null when a proxy does not name it. */
  readonly address: string | null
  /** The device, if the user has signed in there before. */
  readonly device: string | null
}

/**
 * Counts an attempt to sign in. A known device has attempts of its own, whatever strangers have tried; once they are
 * used up, it counts as a stranger.
 * @returns the turn at the check of passwords
 * @throws HttpProblem 429
 */
export async function countSignIn(deps: Counting, attempt: SignInAttempt): Promise<Turn> {
  const { email, address, device } = attempt
  if (device !== null && (await deps.attempts.take(`device:${device}`, KNOWN_PACE)) === null)
    return { lane: 'known', owner: device }
  if (address !== null) {
    await countAddress(deps, address)
    requireNoWait(await deps.attempts.take(keyOf(email, address), EMAIL_PACE))
  }
  requireNoWait(await deps.attempts.take(`sign-in:${sha256Hex(email)}`, EMAIL_ANYWHERE_PACE))
  return { lane: 'strangers', owner: address ?? sha256Hex(email) }
}

/** Forgets the attempts of a device and an address that gave the right password; those of others still count. */
export async function forgetSignIn({ attempts }: Counting, attempt: SignInAttempt): Promise<void> {
  const { email, address, device } = attempt
  if (device !== null) await attempts.forget(`device:${device}`)
  if (address !== null) await attempts.forget(keyOf(email, address))
}

/** Forgets all attempts with an e-mail address, whose hash can be guessed. */
export async function forgetSignInsOf({ attempts }: Counting, email: string): Promise<void> {
  await attempts.forgetAll(`sign-in:${sha256Hex(email)}`)
}

/** Counts an attempt from an address; one without a known address is not counted. @throws HttpProblem 429 */
export async function countAddress({ attempts }: Counting, address: string | null): Promise<void> {
  if (address !== null) requireNoWait(await attempts.take(`sign-in from:${address}`, ADDRESS_PACE))
}

/** Counts a use of a link that exists. @throws HttpProblem 429 */
export async function countLink({ attempts }: Counting, userId: string): Promise<Turn> {
  requireNoWait(await attempts.take(`link of:${userId}`, KNOWN_PACE))
  return { lane: 'known', owner: userId }
}

/** Counts a confirmation of the password in a session, apart from the user's other sessions. @throws HttpProblem 429 */
export async function countSession({ attempts }: Counting, sessionId: string): Promise<Turn> {
  requireNoWait(await attempts.take(`password in:${sessionId}`, KNOWN_PACE))
  return { lane: 'known', owner: sessionId }
}

function requireNoWait(waitSeconds: number | null): void {
  if (waitSeconds === null) return
  throw rateLimited(`too many attempts; wait ${waitSeconds} s`, waitSeconds)
}
