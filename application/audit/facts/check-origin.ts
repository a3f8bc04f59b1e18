import { call } from '@recado/domain/call/call'
import { contact } from '@recado/domain/contact/contact'
import type { ContactMerged } from '@recado/domain/contact/events'
import { MAX_ADOPTED_IDENTITIES } from '@recado/domain/contact/merge-contact'
import { importedMessage } from '@recado/domain/imported-message/imported-message'
import { media } from '@recado/domain/media/media'
import { message } from '@recado/domain/message/message'
import { providerMessage } from '@recado/domain/provider-message/provider-message'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import {
  adoptScope,
  CONTACT_SCOPE,
  claimScope,
  createScope,
  endScope,
  givenScope,
  holdScope,
  leaveScope,
  MERGE_SCOPE,
  moveScope,
  PREFERENCE_SCOPE,
  replaceScope,
  yieldScope,
} from '../../contacts/scopes.ts'
import { categoryOf } from '../../facts/category.ts'
import { callId, mediaId, recordedFactId, streamOf } from '../../ids.ts'
import { fileIn } from '../../intake/carried-file.ts'
import type { Task } from '../../intake/task.ts'
import { differenceFinding, type Finding, unprovableFinding } from '../finding.ts'
import { type FactCheck, readingScope, versionOf } from './fact-check.ts'
import { currentRetranslation } from './message-facts.ts'
import { contactsEverNamed } from './people.ts'

/** Checks a fact of intake apart from its content: its translation version, and that its raw event implies it. */
export async function checkOrigin(
  check: FactCheck,
  tasks: readonly Task[],
  fact: RecordedEvent,
): Promise<readonly Finding[]> {
  const version = versionOf(fact)
  const cause = fact.metadata.$causationId
  const detail = `it rests on version ${version} of the translation, today's is ${TRANSLATION_VERSION}`
  if (version > TRANSLATION_VERSION) return [differenceFinding(fact, 'other_translation', detail)]
  if (version < TRANSLATION_VERSION) {
    const isMessage = fact.stream.startsWith('message-')
    const again = isMessage ? currentRetranslation(await check.streams.all(fact.stream)) : null
    return again === null ? [unprovableFinding(fact, 'other_translation', detail)] : []
  }
  if (await isImplied(check, tasks, fact)) return []
  return [
    differenceFinding(fact, 'fact_extra', `its raw event ${cause} implies no such ${fact.type}`),
  ]
}

/** The most facts of one decision: the identities of a merged contact, and what else is known of a person. */
const MAX_FACTS = MAX_ADOPTED_IDENTITIES + 64

async function isImplied(
  check: FactCheck,
  tasks: readonly Task[],
  fact: RecordedEvent,
): Promise<boolean> {
  const category = categoryOf(fact.stream)
  const own = ownStreams[category]
  if (own !== undefined)
    return tasks.some((task) => own(task, fact) && isNumbered(task, fact, scopeOf(fact), 2))
  const fixed = category === 'conversation' ? ['conversation'] : scopesOfPerson(check, fact)
  for (let n = 0; n < MAX_FACTS; n++)
    if (tasks.some((task) => fixed.some((scope) => idOf(task, scope, n) === fact.id))) return true
  return category === 'contact' && isOfMerge(check, tasks, fact)
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

function scopeOf({ stream, type, data }: RecordedEvent): string {
  const category = categoryOf(stream)
  if (type === 'MessageRetranslated') return readingScope((data as { reading: number }).reading)
  return category === 'providerMessage' ? 'status' : category
}

function isNumbered(task: Task, fact: RecordedEvent, scope: string, most: number): boolean {
  for (let n = 0; n < most; n++) if (idOf(task, scope, n) === fact.id) return true
  return false
}

function idOf({ cause }: Task, scope: string, n: number): string {
  return recordedFactId({ raw_event_id: cause.raw.id, intent: cause.index, scope, n })
}

/** The scopes in which a fact about a person may have been recorded, as far as the fact itself shows them. */
function scopesOfPerson(
  { personIds }: FactCheck,
  { stream, metadata, data }: RecordedEvent,
): readonly string[] {
  const id = stream.slice(stream.indexOf('-') + 1)
  const { kind, match_key } = data as { kind?: never; match_key?: string }
  const always = [CONTACT_SCOPE, PREFERENCE_SCOPE, MERGE_SCOPE, createScope(id)]
  if (kind === undefined || match_key === undefined) return [...always, givenScope(CONTACT_SCOPE)]
  const account_id = metadata.account_id ?? ''
  const identity = { account_id, kind, match_key }
  const scopes = [claimScope, leaveScope, moveScope, replaceScope, endScope, holdScope, yieldScope]
  const all = [...always, ...scopes.map((scope) => scope(personIds, identity))]
  return [...all, ...all.map(givenScope)]
}

/** Whether a survivor adopted a contact that the same identities named, directly or by merges. */
async function isOfMerge(
  check: FactCheck,
  tasks: readonly Task[],
  fact: RecordedEvent,
): Promise<boolean> {
  for (const task of tasks)
    for (const merged of await withSurvivors(check, await contactsEverMeant(check, task)))
      if (isNumbered(task, fact, adoptScope(merged), MAX_FACTS)) return true
  return false
}

/** Also the contact of the message: a further report of it may show that another identity is the same person's. */
async function contactsEverMeant(check: FactCheck, task: Task): Promise<ReadonlySet<string>> {
  const named = await contactsEverNamed(check, task.keys)
  if (task.message_id === null) return named
  const first = await check.streams.first(streamOf(message, task.message_id))
  const { contact_id } = (first?.data ?? {}) as { contact_id?: string }
  return contact_id === undefined ? named : new Set([...named, contact_id])
}

async function withSurvivors(
  { streams }: FactCheck,
  contacts: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const all = new Set(contacts)
  // This visits the survivors that it adds, too.
  for (const id of all)
    for (const { type, data } of await streams.all(streamOf(contact, id)))
      if (type === 'ContactMerged') all.add((data as ContactMerged['data']).survivor_id)
  return all
}
