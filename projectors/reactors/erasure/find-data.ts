import { type PersonStream, streamsOfPerson } from '@recado/application/contacts/streams-of-person'
import { categoryOf } from '@recado/application/facts/category'
import { idOf, mediaId, streamOf } from '@recado/application/ids'
import { fileIn } from '@recado/application/intake/carried-file'
import type { ErasedKind } from '@recado/domain/erasure/events'
import { media } from '@recado/domain/media/media'
import type { MessageIntent } from '@recado/domain/message/events'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { deliveriesOfPerson } from './deliveries-of-person.ts'
import { namesIn } from './names-in.ts'
import type { FoundData } from './portions.ts'
import { rawEventsOfPerson } from './raw-events-of-person.ts'
import { keysOf, type Search } from './search.ts'

/** What a stream of a category shows of a person; others have facts about it, and no rows of their own. */
const SHOWN_BY: Readonly<Record<string, ErasedKind>> = {
  contact: 'contact',
  conversation: 'conversation',
  message: 'message',
  importedMessage: 'imported_message',
  sale: 'sale',
}

/**
 * Everything that is held on a person, except what other persons said about it: the streams with facts about it, the
 * files that it sent, the deliveries that told of it, and the raw events that name it, whether or not a fact came of them.
 */
export async function* dataOfPerson(search: Search): AsyncGenerator<FoundData> {
  const names = new Set<string>()
  const causes = new Set<string>()
  for await (const stream of streamsOfPerson(search.contactIds, search.run))
    yield* dataOfStream(search, stream, names, causes)
  yield* deliveriesOfPerson(search)
  yield* rawEventsOfPerson(search, names, causes)
}

async function* dataOfStream(
  search: Search,
  { stream, isAbout }: PersonStream,
  names: Set<string>,
  causes: Set<string>,
): AsyncGenerator<FoundData> {
  const kind = SHOWN_BY[categoryOf(stream)]
  if (kind !== undefined) yield { kind, id: idOf(stream), keys: [] }
  for await (const fact of search.store.readStream(stream)) {
    if (fact.metadata.account_id !== search.account_id || !isAbout(fact)) continue
    yield { kind: 'event', id: fact.id, keys: keysOf(fact) }
    for (const name of namesIn(fact)) names.add(name)
    if (fact.metadata.actor.type === 'provider') causes.add(fact.metadata.$causationId)
    yield* fileOf(search, fact)
  }
}

/** The file that a message of the person carries, unless another message carried it first. */
async function* fileOf({ store }: Search, { data }: RecordedEvent): AsyncGenerator<FoundData> {
  const { intent, message_id, connection_id } = asRecord(data)
  const file = intent === undefined ? null : fileIn(intent as MessageIntent)
  if (file === null || typeof connection_id !== 'string') return
  const id = mediaId({ connection_id, provider_media_id: file.provider_media_id })
  const keys: string[] = []
  for await (const fact of store.readStream(streamOf(media, id))) {
    if (fact.type === 'MediaReceived' && asRecord(fact.data).message_id !== message_id) return
    keys.push(...keysOf(fact))
  }
  yield { kind: 'media', id, keys }
}
