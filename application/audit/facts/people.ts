import { isAnotherPerson } from '@recado/domain/contact/another-person'
import { changeMarketingPreference } from '@recado/domain/contact/change-marketing-preference'
import { contact } from '@recado/domain/contact/contact'
import type {
  ContactEvent,
  ContactMarketingPreferenceChanged,
  ContactMerged,
} from '@recado/domain/contact/events'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import type {
  ContactIdentityEvent,
  IdentityClaimed,
  IdentityReplaced,
} from '@recado/domain/contact-identity/events'
import { message } from '@recado/domain/message/message'
import { isOlder } from '@recado/domain/provider-clock'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Intent } from '@recado/translation/intent'
import { scopeOf } from '../../facts/decisions.ts'
import { streamOf } from '../../ids.ts'
import { type IdentityKey, identityKeys } from '../../intake/identity-keys.ts'
import type { RawEvent } from '../../intake/raw-event.ts'
import { messagesOf, type Task } from '../../intake/task.ts'
import { erasedFinding, type Finding } from '../finding.ts'
import { changedFactFindings, type FactCheck, factId, missingFactFindings } from './fact-check.ts'
import { wasSuperfluous } from './superfluous.ts'

type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>

/** Finds an identity of the person that was never claimed. */
export async function checkClaims(check: FactCheck, task: Task): Promise<readonly Finding[]> {
  for (const key of task.keys)
    if ((await check.streams.first(claimStreamOf(key))) === null)
      return missingFactFindings(task, 'IdentityClaimed')
  return []
}

/** A person in the address book must be a contact, unless another contact had one of its identities. */
export async function checkListedPerson(check: FactCheck, task: Task): Promise<readonly Finding[]> {
  if (task.keys.length === 0) return []
  const claims = await Promise.all(task.keys.map((key) => check.streams.first(claimStreamOf(key))))
  if (claims.every((claim) => claim === null)) return missingFactFindings(task, 'IdentityClaimed')
  const { id } = task.cause.raw
  // If another contact has one of them, intake releases its own claims and creates nobody.
  if (!claims.every((claim) => claim?.metadata.$causationId === id)) return []
  const [strongest] = claims as readonly RecordedEvent<IdentityClaimed>[]
  if (strongest === undefined) return []
  const last = await check.store.readLast(strongest.stream)
  const created = await check.streams.first(streamOf(contact, strongest.data.contact_id))
  return created === null && last?.type === 'IdentityClaimed'
    ? missingFactFindings(task, 'ContactCreated')
    : []
}

/** If the old identities named a contact, the new ones must be claimed. Who got an old one only later is not the person. */
export async function checkIdentityFacts(
  check: FactCheck,
  task: Task,
  { before, after, said_at }: IntentOf<'identity_changed'>,
): Promise<readonly Finding[]> {
  const { account_id, connection_id, raw } = task.cause
  const old = identityKeys(check.personIds, { account_id, connection_id }, before)
  const named = await Promise.all(
    old.map(async (key) =>
      (await wasToldElsewhere(check, key, raw, said_at))
        ? null
        : await ownerAt(check, key, raw.position, said_at),
    ),
  )
  const others = await Promise.all(named.map((owner) => mayBeAnother(check, owner, old)))
  if (others.every((isOther) => isOther)) return []
  for (const key of identityKeys(check.personIds, { account_id, connection_id }, after))
    if ((await check.streams.first(claimStreamOf(key))) === null)
      return missingFactFindings(task, 'IdentityClaimed')
  return []
}

/** A marketing preference must be recorded on the contact that was known when it came. */
export async function checkPreferenceFact(
  check: FactCheck,
  task: Task,
  { opted_out, changed_at }: IntentOf<'marketing_preference'>,
): Promise<readonly Finding[]> {
  const { connection_id, raw } = task.cause
  const expected = { connection_id, opted_out, changed_at }
  const proving = task.keys.filter(({ kind }) => kind !== 'username')
  const named = await Promise.all(proving.map((key) => ownerAt(check, key, raw.position)))
  const others = await Promise.all(named.map((owner) => mayBeAnother(check, owner, proving)))
  let mayBeSilent = others.every((isOther) => isOther)
  for (const id of await contactsEverNamed(check, task.keys)) {
    const events = await check.streams.all(streamOf(contact, id))
    const fact = events.find((event) => event.id === factId(task, scopeOf('preference')))
    if (fact !== undefined) return comparePreference(fact, task, expected)
    // Earlier releases recorded neither a choice that changed nothing nor the later one of two in the same second.
    const decide = (state: Parameters<typeof contact.evolve>[0]) => {
      const known = state?.marketing[connection_id]
      const wasSilent =
        (known?.opted_out ?? false) === opted_out || known?.changed_at === changed_at
      return wasSilent ? [] : changeMarketingPreference(expected, state)
    }
    mayBeSilent ||= wasSuperfluous(contact, events, raw.position, decide)
  }
  return mayBeSilent ? [] : missingOfContact(check, task, 'ContactMarketingPreferenceChanged')
}

/** A fact of a contact is missing, unless whose it is can be read by nobody any more. */
async function missingOfContact(
  check: FactCheck,
  task: Task,
  type: ContactEvent['type'],
): Promise<readonly Finding[]> {
  return (await wasReplacedByErased(check, task))
    ? [erasedFinding(task.cause.raw)]
    : missingFactFindings(task, type)
}

/** Whether a contact was ever known to be another person, or was erased: intake may have found it to be nobody. */
async function mayBeAnother(
  { streams }: FactCheck,
  owner: string | null,
  called: readonly IdentityKey[],
): Promise<boolean> {
  if (owner === null) return true
  let state = contact.initialState
  for (const event of await streams.all(streamOf(contact, owner))) {
    state = contact.evolve(state, event as RecordedEvent<ContactEvent>)
    if (state === null) continue
    if (state.erased_at !== null || isAnotherPerson(state, called)) return true
  }
  return false
}

function comparePreference(fact: RecordedEvent, task: Task, expected: object) {
  const { contact_id: _, ...recorded } = fact.data as ContactMarketingPreferenceChanged['data']
  return changedFactFindings(fact, task, recorded, expected)
}

/** All contacts that the identities, or identities that replaced them, named at some time. */
async function contactsEverNamed(
  check: FactCheck,
  keys: readonly Pick<IdentityKey, 'id'>[],
): Promise<ReadonlySet<string>> {
  const contacts = new Set<string>()
  for await (const { type, data } of claimFacts(check, keys))
    if (type !== 'IdentityReplaced') contacts.add(data.contact_id)
  return contacts
}

/** Whether an identity of the intent was replaced by one that nobody can read any more: whom it means is not known. */
export async function wasReplacedByErased(
  check: FactCheck,
  { keys }: Pick<Task, 'keys'>,
): Promise<boolean> {
  for await (const { type, erased } of claimFacts(check, keys))
    if (type === 'IdentityReplaced' && erased === true) return true
  return false
}

/** The facts of the identities' claims, and of those of the identities that replaced them. */
async function* claimFacts(
  check: FactCheck,
  keys: readonly Pick<IdentityKey, 'id'>[],
): AsyncGenerator<RecordedEvent<ContactIdentityEvent>> {
  const ids = new Set(keys.map(({ id }) => id))
  // This visits the identities that it adds, too.
  for (const id of ids)
    for await (const event of check.store.readStream(claimStreamOf({ id }))) {
      const fact = event as RecordedEvent<ContactIdentityEvent>
      if (fact.type === 'IdentityReplaced') ids.add(replacingClaim(check, fact.data))
      yield fact
    }
}

function replacingClaim(
  { personIds }: FactCheck,
  { account_id, kind, by }: IdentityReplaced['data'],
): string {
  return personIds.claimId({ account_id, kind, match_key: by.match_key })
}

/**
 * All contacts that an intent may mean, by its identities, by the messages that it is about, and by merges. A further
 * report of a message may show that another identity is the same person's.
 */
export async function contactsMeant(check: FactCheck, task: Task): Promise<ReadonlySet<string>> {
  const contacts = new Set(await contactsEverNamed(check, task.keys))
  const { provider_message_id: id } = task
  const sent = id === null ? null : await check.index.sendOf(id)
  for (const message_id of [...messagesOf(task), ...(sent === null ? [] : [sent])]) {
    const first = await check.streams.first(streamOf(message, message_id))
    const { contact_id } = (first?.data ?? {}) as { contact_id?: string }
    if (contact_id !== undefined) contacts.add(contact_id)
  }
  return withSurvivors(check, contacts)
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

/**
 * The contact that an identity named at a position of the log.
 * @param said_at of a report, by the provider's clock: what a newer one says of the identity does not concern its person
 */
async function ownerAt(
  check: FactCheck,
  key: IdentityKey,
  position: bigint,
  said_at: string | null = null,
): Promise<string | null> {
  let state = contactIdentity.initialState
  for await (const event of check.store.readStream(claimStreamOf(key))) {
    if (event.position > position) break
    state = contactIdentity.evolve(state, event as RecordedEvent<ContactIdentityEvent>)
  }
  if (state === null || (said_at !== null && isOlder(said_at, state.said_at))) return null
  return state.contact_id
}

/** Whether a report on another number of the business was recorded first: then the identity named nobody any more. */
async function wasToldElsewhere(
  check: FactCheck,
  key: IdentityKey,
  raw: RawEvent,
  said_at: string | null,
): Promise<boolean> {
  if (said_at === null) return false
  for await (const event of check.store.readStream(claimStreamOf(key))) {
    const { type, data, position, metadata } = event as RecordedEvent<ContactIdentityEvent>
    if (type !== 'IdentityReplaced' || position <= raw.position) continue
    if (metadata.$causationId !== raw.id && !isOlder(said_at, data.said_at)) return true
  }
  return false
}

function claimStreamOf({ id }: Pick<IdentityKey, 'id'>): string {
  return streamOf(contactIdentity, id)
}
