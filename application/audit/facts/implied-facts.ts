import { call } from '@recado/domain/call/call'
import { MAX_ADOPTED_IDENTITIES } from '@recado/domain/contact/merge-contact'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { importedMessage } from '@recado/domain/imported-message/imported-message'
import { media } from '@recado/domain/media/media'
import { message } from '@recado/domain/message/message'
import { providerMessage } from '@recado/domain/provider-message/provider-message'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { categoryOf } from '../../facts/category.ts'
import { type MayBeAbout, type Scope, scopesThatWrite } from '../../facts/decisions.ts'
import { callId, idOf, mediaId, recordedFactId, streamOf } from '../../ids.ts'
import { fileIn } from '../../intake/carried-file.ts'
import type { Task } from '../../intake/task.ts'
import type { FactCheck } from './fact-check.ts'
import { contactsMeant } from './people.ts'

/** The most facts of one decision: the identities of a merged contact, and what else is known of a person. */
const MAX_FACTS = MAX_ADOPTED_IDENTITIES + 64

/**
 * Whether a declared decision about one of the intents gives a fact of this type this id, in a stream of the intent's own
 * where its content names that.
 */
export async function isImplied(
  check: FactCheck,
  tasks: readonly Task[],
  fact: RecordedEvent,
): Promise<boolean> {
  const own = ownStreams[categoryOf(fact.stream)]
  const possible = own === undefined ? tasks : tasks.filter((task) => own(task, fact))
  const isGivenBy = (things: MayBeAbout) =>
    possible.some((task) => isOneOf(task, fact, scopesThatWrite(fact.type, things)))
  if (isGivenBy(thingsNamedBy(check, fact))) return true
  return (
    categoryOf(fact.stream) === 'contact' && isGivenBy(await otherThings(check, possible, fact))
  )
}

/** The facts of a stream that have the same cause, in log order. */
export async function siblingsOf(
  { streams }: FactCheck,
  { stream, metadata }: RecordedEvent,
): Promise<readonly RecordedEvent[]> {
  const all = await streams.all(stream)
  return all.filter((event) => event.metadata.$causationId === metadata.$causationId)
}

type IsOwn = (task: Task, fact: RecordedEvent) => boolean

/** Recognises an intent's own streams by category, where its content alone names them. */
const ownStreams: Readonly<Record<string, IsOwn | undefined>> = {
  message: ({ message_id }, { stream }) => stream === streamOf(message, message_id ?? ''),
  importedMessage: ({ message_id }, { stream }) =>
    stream === streamOf(importedMessage, message_id ?? ''),
  providerMessage: ({ provider_message_id: id }, { stream }) =>
    stream === streamOf(providerMessage, id ?? ''),
  connection: ({ cause }, { stream }) => stream === `connection-${cause.connection_id}`,
  call: ({ cause, intent }, { stream }) =>
    intent.kind === 'called' &&
    stream ===
      streamOf(
        call,
        callId({
          connection_id: cause.connection_id,
          provider_call_id: intent.call.provider_call_id,
        }),
      ),
  media: ({ cause, intent }, { stream }) => {
    const file = fileOf(intent)
    if (file === null) return false
    return (
      stream ===
      streamOf(
        media,
        mediaId({ connection_id: cause.connection_id, provider_media_id: file.provider_media_id }),
      )
    )
  },
}

function fileOf(intent: Task['intent']) {
  if ('message' in intent) return fileIn(intent.message)
  return 'imported' in intent ? fileIn(intent.imported) : null
}

function isOneOf({ cause }: Task, { id }: RecordedEvent, scopes: readonly Scope[]): boolean {
  for (let n = 0; n < MAX_FACTS; n++)
    for (const scope of scopes)
      if (recordedFactId({ raw_event_id: cause.raw.id, intent: cause.index, scope, n }) === id)
        return true
  return false
}

/** What a fact names itself, which suffices for most. */
function thingsNamedBy({ personIds }: FactCheck, fact: RecordedEvent): MayBeAbout {
  const { reading } = fact.data as { reading?: number }
  return {
    reading: reading === undefined ? [] : [reading],
    contact: [idOf(fact.stream)],
    identity: claimsNamedBy(personIds, fact),
  }
}

/**
 * What else a fact about a contact may be about. When an identity leaves, the next of its kind is linked in its place;
 * and a survivor adopts contacts that the same identities named, directly or by merges.
 */
async function otherThings(
  check: FactCheck,
  tasks: readonly Task[],
  fact: RecordedEvent,
): Promise<MayBeAbout> {
  const siblings = await siblingsOf(check, fact)
  const contacts = new Set<string>()
  for (const task of tasks) for (const id of await contactsMeant(check, task)) contacts.add(id)
  return {
    reading: [],
    contact: [...contacts],
    identity: siblings.flatMap((sibling) => claimsNamedBy(check.personIds, sibling)),
  }
}

/** The ids of the claims that a fact is about: that of its stream, or of the identity in it. A wa_id has its phone's. */
function claimsNamedBy(
  personIds: FactCheck['personIds'],
  { stream, metadata, data }: RecordedEvent,
): readonly string[] {
  if (categoryOf(stream) === 'contactIdentity') return [idOf(stream)]
  const { kind, match_key } = data as { kind?: IdentityKind; match_key?: string }
  if (kind === undefined || match_key === undefined) return []
  const account_id = metadata.account_id ?? ''
  return [personIds.claimId({ account_id, kind: kind === 'wa_id' ? 'phone' : kind, match_key })]
}
