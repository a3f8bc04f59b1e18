import { isSaidBefore } from '@recado/application/contacts/is-the-erased'
import { messagesOf, type Task } from '@recado/application/intake/task'
import type { Intent } from '@recado/translation/intent'
import { ownerOf } from './find-person.ts'
import type { ErasedPerson } from './lookup.ts'
import type { BatchRecorder } from './recorder.ts'

/**
 * The erased person whom an intent concerns: it is about one of their messages, or says something from before the
 * erasure by a name that nobody has taken since. Null for all others, such as what the person writes from then on.
 */
export function erasedPersonOf(recorder: BatchRecorder, task: Task): ErasedPerson | null {
  return byMessage(recorder, task) ?? byName(recorder, task)
}

function byMessage({ known }: BatchRecorder, task: Task): ErasedPerson | null {
  if (known.erased.messages.size === 0) return null
  for (const id of [...messagesOf(task), task.provider_message_id ?? '']) {
    const person = known.erased.messages.get(id)
    if (person !== undefined) return person
  }
  return null
}

function byName(recorder: BatchRecorder, { intent, keys }: Task): ErasedPerson | null {
  if (keys.some((key) => ownerOf(recorder, key) !== null)) return null
  for (const { id } of keys) {
    const person = erasedBearer(recorder, id)
    if (person !== null && isFromBefore(intent, person)) return person
  }
  return null
}

/** Memory knows of an erasure as soon as the log does, and the read models for good. */
function erasedBearer({ recent, known }: BatchRecorder, id: string): ErasedPerson | null {
  const erasure = recent.erasureOf(id)
  if (erasure !== null && erasure !== undefined)
    return { contact_id: erasure.contact_id, since: erasure.requested_at }
  return known.erased.identities.get(id) ?? null
}

/** Whether something that names an erased person is of the time before, or not said by the person. */
export function isFromBefore(intent: Intent, { since }: Pick<ErasedPerson, 'since'>): boolean {
  const said_at = saidAt(intent)
  // The address book is the business's: that it has somebody says nothing of what the person wants.
  return said_at === null || isSaidBefore(said_at, since)
}

/** When the person said it, by the provider's clock, ISO 8601; null when it is not of the person, or of long ago. */
function saidAt(intent: Intent): string | null {
  switch (intent.kind) {
    case 'received':
    case 'sent_elsewhere':
    case 'edited':
    case 'revoked':
      return intent.message.provider_timestamp
    case 'called':
      return intent.call.provider_timestamp
    case 'marketing_preference':
      return intent.changed_at
    case 'identity_changed':
      return intent.said_at
    default:
      return null
  }
}
