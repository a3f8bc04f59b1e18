import type { Task } from '@recado/application/intake/task'
import { assertBounded } from '@recado/translation/bounded-intent'
import { erasedPersonOf } from './erased-person.ts'
import { recordCall } from './record-call.ts'
import { recordConnectionChange } from './record-connection-change.ts'
import { recordErased } from './record-erased.ts'
import { recordIdentityChange } from './record-identity-change.ts'
import { recordImported, recordImportedMedia } from './record-imported.ts'
import { recordListedPerson } from './record-listed-person.ts'
import { recordMessage } from './record-message.ts'
import { recordPreference } from './record-preference.ts'
import { recordStatus } from './record-status.ts'
import type { BatchRecorder, Recorded } from './recorder.ts'

/**
 * Records what an intent means, unless it was recorded before, or means a person that was erased since.
 * @throws StoreUnavailable, ContestedStream: retry later; any other error, such as BoundBroken, is permanent
 */
export async function record(recorder: BatchRecorder, task: Task): Promise<Recorded> {
  assertBounded(task.intent)
  const person = erasedPersonOf(recorder, task)
  return person === null ? recordIntent(recorder, task) : recordErased(recorder, task, person)
}

function recordIntent(
  recorder: BatchRecorder,
  { cause, intent, keys }: Task,
): Recorded | Promise<Recorded> {
  switch (intent.kind) {
    case 'received':
    case 'edited':
    case 'revoked':
    case 'sent_elsewhere':
      return keys.length === 0 ? 'unreadable' : recordMessage(recorder, cause, intent, keys)
    case 'imported':
      return keys.length === 0
        ? 'unreadable'
        : recordImported(recorder, cause, intent.imported, keys)
    case 'imported_media':
      return recordImportedMedia(recorder, cause, intent.imported)
    case 'status':
      return recordStatus(recorder, cause, intent.status)
    case 'called':
      return keys.length === 0 ? 'unreadable' : recordCall(recorder, cause, intent.call, keys)
    case 'identity_changed':
      return recordIdentityChange(recorder, cause, intent)
    case 'person_listed':
      return keys.length === 0 ? 'unreadable' : recordListedPerson(recorder, cause, intent, keys)
    case 'marketing_preference':
      return keys.length === 0 ? 'unreadable' : recordPreference(recorder, cause, intent, keys)
    case 'connection_number':
    case 'connection_status':
    case 'connection_noticed':
    case 'connection_history':
      return recordConnectionChange(recorder, cause, intent)
    case 'set_aside':
    case 'unreadable':
      return intent.kind
  }
}
