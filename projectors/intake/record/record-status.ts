import type { Loaded } from '@recado/application/commands/aggregate-cache'
import { newEvents } from '@recado/application/commands/command-context'
import { load } from '@recado/application/commands/load'
import { scopeOf } from '@recado/application/facts/decisions'
import { providerMessageId, streamOf } from '@recado/application/ids'
import { type Cause, contextOf } from '@recado/application/intake/cause'
import { isRefusal } from '@recado/domain/decision'
import type { StatusIntent } from '@recado/domain/provider-message/events'
import {
  type ProviderMessage,
  providerMessage,
} from '@recado/domain/provider-message/provider-message'
import { reportStatus } from '@recado/domain/provider-message/report-status'
import { ContestedStream, RevisionConflict } from '@recado/infra/event-store/errors'
import type { BatchRecorder, Recorded } from './recorder.ts'

const MAX_RACES = 25

/**
 * Records a status at the exact revision, based on the cache or the read models. When these are out of date, the
 * store refuses the append; then the stream is read and the status decided again.
 */
export async function recordStatus(
  recorder: BatchRecorder,
  cause: Cause,
  intent: StatusIntent,
): Promise<Recorded> {
  const id = providerMessageId({
    connection_id: cause.connection_id,
    provider_message_id: intent.provider_message_id,
  })
  const stream = streamOf(providerMessage, id)
  let basis = knownStatuses(recorder, stream, id)
  for (let races = 0; races < MAX_RACES; races++) {
    const facts = reportStatus(dataOf(recorder, cause, intent), basis.state)
    if (isRefusal(facts) || facts.length === 0) return 'repeated'
    try {
      const context = contextOf(cause, scopeOf('status'), recorder.now)
      const expected = basis.revision ?? 'no_stream'
      const { revision } = await recorder.store.append(stream, expected, newEvents(facts, context))
      recorder.cache.put(stream, {
        state: facts.reduce(providerMessage.evolve, basis.state),
        revision,
      })
      return 'recorded'
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
      basis = await load(recorder, providerMessage, stream)
    }
  }
  throw new ContestedStream(stream, MAX_RACES)
}

function knownStatuses(
  { cache, known }: BatchRecorder,
  stream: string,
  id: string,
): Loaded<ProviderMessage> {
  const cached = cache.get<ProviderMessage>(stream)
  if (cached !== undefined) return cached
  const row = known.providerMessages.get(id)
  // A row without a status comes from our own send: the stream has no event yet.
  if (row === undefined || row.revision < 0)
    return { state: providerMessage.initialState, revision: null }
  return { state: { statusKeys: row.status_keys }, revision: BigInt(row.revision) }
}

function dataOf({ now }: BatchRecorder, { connection_id, raw }: Cause, intent: StatusIntent) {
  return { connection_id, intent, raw_event_id: raw.id, recorded_at: now().toISOString() }
}
