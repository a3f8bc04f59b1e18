import { contact } from '@recado/domain/contact/contact'
import type {
  ContactCreated,
  ContactIdentityLinked,
  ContactRenamed,
} from '@recado/domain/contact/events'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { streamOf } from '../ids.ts'

/** Clocks of processes and of providers differ by so much at most. */
const CLOCKS_MS = 60_000

/**
 * Whether a report is from before an erasure, ISO 8601. The provider's clock may be behind ours, and what is said from
 * the erasure on must not be lost.
 */
export function isSaidBefore(said_at: string, erasure: string): boolean {
  return Date.parse(said_at) < Date.parse(erasure) - CLOCKS_MS
}

/** How a contact became known. */
export type FirstKnown = {
  readonly created_at: string
  /** When the provider saw the person, by its clock; null when it did not, or when the business's address book had it. */
  readonly said_at: string | null
  readonly isReported: boolean
}

/** How the log says that a contact became known; null when it does not know it. */
export async function firstKnown(
  store: Pick<EventStore, 'readStream'>,
  contactId: string,
): Promise<FirstKnown | null> {
  let known: FirstKnown | null = null
  let isListed = false
  for await (const { type, data, metadata } of store.readStream(streamOf(contact, contactId))) {
    const isReported = metadata.actor.type === 'provider'
    if (type === 'ContactCreated') {
      const { created_at } = data as ContactCreated['data']
      known = { created_at, said_at: null, isReported }
    }
    if (type === 'ContactRenamed') isListed ||= (data as ContactRenamed['data']).listed === true
    if (type !== 'ContactIdentityLinked' || known === null) continue
    const { said_at = null } = data as ContactIdentityLinked['data']
    return { ...known, said_at: isListed ? null : said_at, isReported }
  }
  return known
}

/**
 * Whether a contact is the one whose erasure was requested then. Its id follows from the claim that made it: in a log that
 * was restored from before the person was known, whoever writes next gets the same id and is a new contact. A message
 * of before, which only comes again, makes the erased one.
 */
export function isTheErased(
  { created_at, said_at, isReported }: FirstKnown,
  requested_at: string,
): boolean {
  if (Date.parse(created_at) <= Date.parse(requested_at) + CLOCKS_MS) return true
  return said_at === null ? isReported : isSaidBefore(said_at, requested_at)
}
