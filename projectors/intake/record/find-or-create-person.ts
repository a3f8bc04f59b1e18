import { ensureConversation } from '@recado/application/contacts/open-conversation'
import type { OwnClaim } from '@recado/application/contacts/withdraw-claims'
import { scopeOf } from '@recado/application/facts/decisions'
import { conversationId } from '@recado/application/ids'
import { type Cause, contextOf } from '@recado/application/intake/cause'
import { type Encounter, findKnownPerson } from './find-person.ts'
import { againIfReplaced, dropOvertaken, rememberReport } from './older-reports.ts'
import { linkKey, USER_ID } from './recent-claims.ts'
import type { BatchRecorder } from './recorder.ts'
import { createUnknownPerson, resolveByLog } from './resolve-person.ts'

/** Finds the contact of a person who writes or calls, or creates it. The log decides where memory cannot. @throws as resolveByLog */
export async function findOrCreatePerson(
  recorder: BatchRecorder,
  cause: Cause,
  encounter: Encounter,
): Promise<string> {
  const contact_id = await personOf(recorder, cause, encounter)
  rememberReport(recorder, contact_id, encounter)
  rememberLinks(recorder, contact_id, encounter)
  return contact_id
}

function rememberLinks({ recent }: BatchRecorder, contact_id: string, { keys }: Encounter): void {
  for (const key of keys)
    if (key.kind === USER_ID && key.connection_id !== null)
      recent.userIds.set(linkKey({ connection_id: key.connection_id, contact_id }, key), true)
}

async function personOf(
  recorder: BatchRecorder,
  cause: Cause,
  encounter: Encounter,
): Promise<string> {
  const madeClaims: OwnClaim[] = []
  const known =
    (isLate(cause, encounter) ? null : findKnownPerson(recorder, encounter)) ??
    (await createUnknownPerson(recorder, cause, encounter, madeClaims))
  if (known !== null) return known
  return againIfReplaced(async () => {
    const told = await dropOvertaken(recorder, cause, encounter)
    const isKnown = madeClaims.length === 0 ? findKnownPerson(recorder, told) : null
    return isKnown ?? resolveByLog(recorder, cause, told, madeClaims)
  })
}

/** Providers usually report within seconds. */
const LATE_MS = 60_000

/**
 * Whether a report comes so late that its identities may have gone to other people since: memory knows who has them now,
 * and the log whom they meant then.
 */
function isLate({ raw }: Cause, { said_at }: Encounter): boolean {
  return Date.parse(raw.data.received_at) - Date.parse(said_at) > LATE_MS
}

/** Opens the conversation of the connection with a contact unless it exists. @returns its id */
export async function findOrOpenConversation(
  recorder: BatchRecorder,
  cause: Cause,
  contact_id: string,
): Promise<string> {
  const { connection_id } = cause
  const id = conversationId({ connection_id, contact_id })
  if (recorder.recent.existing.has(id)) return id
  const context = contextOf(cause, scopeOf('conversation'), recorder.now)
  await ensureConversation(recorder.store, { connection_id, contact_id }, context)
  recorder.recent.existing.set(id, true)
  return id
}
