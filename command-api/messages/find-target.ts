import { isOtherPerson } from '@recado/application/contacts/find-owner'
import { findConnections } from '@recado/application/registry/find-connections'
import type { RequestedSend, Target } from '@recado/application/sending/send-request'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../deps.ts'
import { chooseConnection, type Reply } from './choose-connection.ts'
import type { Filenames } from './filenames.ts'
import { findPeople, type Known } from './find-people.ts'
import { findReferences, referencesOf } from './find-references.ts'
import { resolveTarget } from './resolve-target.ts'
import { sendGate } from './send-gate.ts'

export type ResolvedTarget = {
  readonly target: Target
  readonly connection: ConnectionEntry
  readonly quotes_own: boolean
  readonly filenames: Filenames
}

/**
 * Resolves the target of a send by one statement, and by a second one for files and quoted messages.
 * @param ids.message_id the id that follows from the idempotency key; null without a key
 * @returns `repeated` when the read models already have the message, even when its target has changed since
 */
export async function findTarget(
  deps: CommandDeps,
  ids: { readonly account_id: string; readonly message_id: string | null },
  send: RequestedSend,
): Promise<ResolvedTarget | 'repeated' | HttpProblem> {
  if (send.conversation_id === null && (send.connections.length === 0 || send.recipient === null))
    return invalidInput(
      'the target is incomplete: send conversation_id, or connection_id and recipient',
    )
  const isReply = send.conversation_id !== null
  const named = isReply ? null : connectionOf(deps, ids.account_id, send, null)
  if (named instanceof HttpProblem && ids.message_id === null) return named
  const connection_id = named instanceof HttpProblem ? null : (named?.id ?? null)
  const people = findPeople(deps.personIds, { ...ids, connection_id }, send)
  const [known] = await runOn(deps.pool)<Known>(people)
  if (known === undefined) throw new Error('the statement of a send answered no row')
  if (known.repeated) return 'repeated'
  const reply = { connection_id: connectionOfConversation(known.people) }
  const chosen = isReply ? connectionOf(deps, ids.account_id, send, reply) : named
  if (chosen instanceof HttpProblem) return chosen
  const resolved = reachableTarget(deps, send, chosen, known)
  if (resolved instanceof HttpProblem) return resolved
  if (await isForAnother(deps, send, resolved, known))
    return invalidInput(
      'recipient.phone belongs to a contact with another business_scoped_user_id: send one of the two',
    )
  return withReferences(deps, send, resolved, ids.message_id)
}

// An unknown BSUID beside the phone of a contact with another BSUID: the number may have a new owner.
async function isForAnother(
  deps: CommandDeps,
  { recipient }: RequestedSend,
  { target: { contact_id, connection_id } }: ResolvedTarget,
  { people }: Known,
): Promise<boolean> {
  const kind = 'business_scoped_user_id'
  const value = recipient?.[kind] ?? null
  if (value === null || contact_id === null || people.some(({ via }) => via === kind)) return false
  return isOtherPerson(deps, contact_id, [
    { kind, value, match_key: matchKey(kind, value), connection_id },
  ])
}

// Checked last: files belong to the connection and quoted messages to the contact.
async function withReferences(
  deps: CommandDeps,
  send: RequestedSend,
  resolved: ResolvedTarget,
  messageId: string | null,
): Promise<ResolvedTarget | 'repeated' | HttpProblem> {
  const references = referencesOf(send)
  if (references === null) return resolved
  if (references instanceof HttpProblem) return references
  const { connection, target } = resolved
  const found = await findReferences(deps, references, connection, target, messageId)
  if (found === 'missing') return notFound()
  return found === 'repeated' || found instanceof HttpProblem ? found : { ...resolved, ...found }
}

function connectionOf(
  { registry }: CommandDeps,
  accountId: string,
  { connections }: RequestedSend,
  reply: Reply | null,
) {
  if (connections.length === 0) return null
  const found = connections.map((name) => inUse(findConnections(registry, accountId, name)))
  return chooseConnection(found, reply)
}

// Prefers connections in use to released ones with the same number. A released one alone stays, and sendGate refuses it.
function inUse(found: readonly ConnectionEntry[] | null): readonly ConnectionEntry[] | null {
  const used = found?.filter(({ released }) => !released) ?? []
  return used.length > 0 ? used : found
}

/** The target and its connection, if the connection can send this content to this person. */
function reachableTarget(
  { registry, providers }: CommandDeps,
  send: RequestedSend,
  chosen: ConnectionEntry | null,
  { people }: Known,
): ResolvedTarget | HttpProblem {
  const target = resolveTarget(send, chosen, people)
  if (target instanceof HttpProblem && target.status === 404) return target
  const id = target instanceof HttpProblem ? connectionOfConversation(people) : target.connection_id
  const connection = chosen ?? registry.connection(id ?? '')
  if (connection === undefined) return notFound()
  const gate = sendGate(providers, connection, send.message_type, target)
  if (gate !== null) return gate
  return target instanceof HttpProblem
    ? target
    : { target, connection, quotes_own: false, filenames: new Map() }
}

function connectionOfConversation(people: Known['people']): string | null {
  return people.find(({ via }) => via === 'conversation_id')?.connection_id ?? null
}
