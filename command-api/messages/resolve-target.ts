import type {
  RequestedRecipient,
  RequestedSend,
  Target,
} from '@recado/application/sending/send-request'
import { isSamePhone } from '@recado/domain/phone-number'
import { HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { Found, Via } from './find-people.ts'

/**
 * Decides the target of a send. A named conversation decides it, and everything else in the request must agree.
 * @param connection the connection that the request names, if any
 * @param people all contacts that the request's identities and conversation name
 */
export function resolveTarget(
  { conversation_id, recipient }: Pick<RequestedSend, 'conversation_id' | 'recipient'>,
  connection: ConnectionEntry | null,
  people: readonly Found[],
): Target | HttpProblem {
  if (people.some(({ erased }) => erased))
    return invalidInput('the contact was erased: nothing is sent to it')
  const target =
    conversation_id === null && connection !== null && recipient !== null
      ? startTarget(recipient, connection, people)
      : replyTarget(recipient, connection, people)
  const isRestricted = people.some(({ restricted }) => restricted)
  return isRestricted && !(target instanceof HttpProblem) ? contactRestricted() : target
}

function contactRestricted(): HttpProblem {
  return invalidInput(
    'the contact is restricted: nothing is sent to it until PATCH /contacts/{id} says {"restricted": false}',
  )
}

function replyTarget(
  recipient: RequestedRecipient | null,
  connection: ConnectionEntry | null,
  people: readonly Found[],
): Target | HttpProblem {
  const person = people.find(({ via }) => via === 'conversation_id')
  if (person?.connection_id == null) return notFound()
  if (isForeign(recipient, people)) return notFound()
  if (connection !== null && connection.id !== person.connection_id)
    return invalidInput('the conversation belongs to another connection: send conversation_id only')
  if (recipient !== null && !hasAllIdentities(person, recipient, people))
    return invalidInput('the conversation belongs to another contact: send conversation_id only')
  return { ...addressOf(person), connection_id: person.connection_id }
}

/** The target of a send with connection and recipient: a known contact, or a new one by phone. */
function startTarget(
  recipient: RequestedRecipient,
  connection: ConnectionEntry,
  people: readonly Found[],
): Target | HttpProblem {
  const [person, ...others] = people
  if (isForeign(recipient, people)) return notFound()
  if (others.some(({ contact_id }) => contact_id !== person?.contact_id))
    return invalidInput(
      'the identities of recipient belong to different contacts: send one of them',
    )
  if (person === undefined) return newPersonTarget(recipient, connection)
  if (recipient.phone !== null && !isReachedBy(person, recipient.phone, people))
    return newPhoneTarget(recipient, connection, person)
  if (person.phone === null && recipient.phone === null)
    return invalidInput(
      'no phone is stored for this contact: send recipient.phone, or reply by conversation_id',
    )
  return {
    ...addressOf(person),
    connection_id: connection.id,
    phone: phoneToReach(person, recipient.phone),
  }
}

function isForeign(recipient: RequestedRecipient | null, people: readonly Found[]): boolean {
  return recipient?.contact_id != null && !people.some(({ via }) => via === 'contact_id')
}

function newPersonTarget(recipient: RequestedRecipient, connection: ConnectionEntry) {
  if (recipient.phone === null)
    return invalidInput('no contact with this identity is known: send recipient.phone too')
  return targetWithoutContact(connection, recipient)
}

// An unknown phone beside a known identity may become the contact's first phone, never a second one.
function newPhoneTarget(recipient: RequestedRecipient, connection: ConnectionEntry, person: Found) {
  if (person.phone !== null || recipient.contact_id !== null)
    return invalidInput('recipient.phone is not a phone of this contact: send one of the two')
  return targetWithoutContact(connection, recipient)
}

function targetWithoutContact(connection: ConnectionEntry, recipient: RequestedRecipient): Target {
  const { phone, business_scoped_user_id } = recipient
  return {
    connection_id: connection.id,
    contact_id: null,
    conversation_id: null,
    phone,
    business_scoped_user_id,
    wa_id: null,
    lid: null,
  }
}

// A person may have two phones: the named one counts, in its stored form when that is the contact's shown phone.
function phoneToReach({ phone }: Found, named: string | null): string | null {
  if (named === null || phone === null) return phone ?? named
  return isSamePhone(phone, named) ? phone : named
}

function isReachedBy(person: Found, phone: string, people: readonly Found[]): boolean {
  if (people.some(({ via }) => via === 'phone')) return true
  return person.phone !== null && isSamePhone(person.phone, phone)
}

function hasAllIdentities(
  person: Found,
  recipient: RequestedRecipient,
  people: readonly Found[],
): boolean {
  const named = Object.entries(recipient).filter(([, value]) => value !== null)
  return named.every(([via]) => {
    if (via === 'phone' && person.phone !== null && recipient.phone !== null)
      if (isSamePhone(person.phone, recipient.phone)) return true
    return people.some(
      (found) => found.via === (via as Via) && found.contact_id === person.contact_id,
    )
  })
}

function addressOf(person: Found): Omit<Target, 'connection_id'> {
  const { contact_id, conversation_id, phone, business_scoped_user_id, wa_id, lid } = person
  return { contact_id, conversation_id, phone, business_scoped_user_id, wa_id, lid }
}
