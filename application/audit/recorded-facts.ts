import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { callId, mediaId, streamOf } from '../ids.ts'
import { fileIn } from '../intake/carried-file.ts'
import type { RawEvent } from '../intake/raw-event.ts'
import type { Task } from '../intake/task.ts'
import { TooMuchToRead } from './bounded-store.ts'
import type { StreamReader } from './stream-reader.ts'

/** How many events after a raw event are searched: intake records its facts soon after it. */
const MAX_NEARBY_EVENTS = 500

type Deps = {
  readonly store: Pick<EventStore, 'readAll'>
  readonly streams: StreamReader
}

/**
 * Reads the facts that were recorded because of a raw event, in log order: those in the streams that its intents name,
 * and those soon after it in the log, of which today's translation may know nothing. `isCut` when reading hit a limit.
 */
export async function recordedFacts(
  { store, streams }: Deps,
  raw: RawEvent,
  tasks: readonly Task[],
): Promise<{ readonly facts: readonly RecordedEvent[]; readonly isCut: boolean }> {
  const found = new Map<string, RecordedEvent>()
  const note = (event: RecordedEvent) => {
    if (event.metadata.$causationId === raw.id && event.id !== raw.id) found.set(event.id, event)
  }
  try {
    for await (const event of store.readAll({ from: raw.position, limit: MAX_NEARBY_EVENTS }))
      note(event)
    for (const stream of new Set(tasks.flatMap(ownStreams)))
      for (const event of await streams.all(stream)) note(event)
    for (const stream of new Set([...found.values()].flatMap(relatedStreams)))
      for (const event of await streams.all(stream)) note(event)
    return { facts: sortByPosition(found), isCut: false }
  } catch (error) {
    if (!(error instanceof TooMuchToRead)) throw error
    return { facts: sortByPosition(found), isCut: true }
  }
}

function sortByPosition(found: ReadonlyMap<string, RecordedEvent>): readonly RecordedEvent[] {
  return [...found.values()].sort((a, b) => (a.position < b.position ? -1 : 1))
}

/** The streams of an intent's own facts, as far as its content names them. */
export function ownStreams({ cause, intent, ...task }: Task): readonly string[] {
  const { connection_id } = cause
  const of = (category: string, id: string | null) =>
    id === null ? [] : [streamOf({ category }, id)]
  const file = 'message' in intent ? fileIn(intent.message) : null
  return [
    ...of('message', task.message_id),
    ...of('providerMessage', task.provider_message_id),
    ...of(
      'media',
      file === null ? null : mediaId({ connection_id, provider_media_id: file.provider_media_id }),
    ),
    ...(intent.kind === 'called'
      ? of('call', callId({ connection_id, provider_call_id: intent.call.provider_call_id }))
      : []),
    ...(intent.kind.startsWith('connection_') ? of('connection', connection_id) : []),
    ...task.keys.flatMap(({ id }) => of('contactIdentity', id)),
  ]
}

function relatedStreams({ data }: RecordedEvent): readonly string[] {
  const { contact_id, conversation_id } = data as Readonly<Record<string, unknown>>
  return [
    ...(typeof contact_id === 'string' ? [streamOf({ category: 'contact' }, contact_id)] : []),
    ...(typeof conversation_id === 'string'
      ? [streamOf({ category: 'conversation' }, conversation_id)]
      : []),
  ]
}
