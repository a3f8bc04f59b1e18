import { execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { scopeOf } from '@recado/application/facts/decisions'
import { arrivalId, streamOf } from '@recado/application/ids'
import { type Cause, contextOf } from '@recado/application/intake/cause'
import type { Task } from '@recado/application/intake/task'
import { noteArrived } from '@recado/domain/erasure/advance-erasure'
import { erasure } from '@recado/domain/erasure/erasure'
import type { StatusIntent } from '@recado/domain/provider-message/events'
import { providerMessage } from '@recado/domain/provider-message/provider-message'
import type { ErasedPerson } from './lookup.ts'
import { recordStatus } from './record-status.ts'
import type { BatchRecorder, Recorded } from './recorder.ts'

/**
 * Records what came late about an erased person: of a status that it was so, of anything else nothing. It makes nobody,
 * and the erasure takes the raw event too.
 */
export async function recordErased(
  recorder: BatchRecorder,
  { cause, intent, provider_message_id }: Task,
  person: ErasedPerson,
): Promise<Recorded> {
  const became =
    intent.kind === 'status' && provider_message_id !== null
      ? await recordLateStatus(recorder, cause, intent.status, provider_message_id)
      : 'set_aside'
  await noteArrival(recorder, cause, person)
  return became
}

/** A status is known by its recipient, whom the log no longer names: its kind has to do. */
async function recordLateStatus(
  recorder: BatchRecorder,
  cause: Cause,
  intent: StatusIntent,
  id: string,
): Promise<Recorded> {
  const { state } = await load(recorder, providerMessage, streamOf(providerMessage, id))
  if (state.statusKeys.some((key) => key.startsWith(`${intent.status}:`))) return 'repeated'
  return recordStatus(recorder, { ...cause, erased: true }, intent)
}

async function noteArrival(
  recorder: BatchRecorder,
  cause: Cause,
  { contact_id }: ErasedPerson,
): Promise<void> {
  const { id: event_id, position } = cause.raw
  const arrived_at = recorder.now().toISOString()
  await execute(recorder, {
    aggregate: erasure,
    id: arrivalId({ contact_id, event_id }),
    decide: noteArrived,
    command: { contact_id, event_id, position: String(position), arrived_at },
    context: contextOf(cause, scopeOf('erasure'), recorder.now),
  })
}
