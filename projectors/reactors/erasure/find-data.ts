import { type PersonStream, streamsOfPerson } from '@recado/application/contacts/streams-of-person'
import { categoryOf } from '@recado/application/facts/category'
import { idOf, mediaId, streamOf } from '@recado/application/ids'
import { fileIn } from '@recado/application/intake/carried-file'
import type { ErasedKind } from '@recado/domain/erasure/events'
import { media } from '@recado/domain/media/media'
import type { MessageIntent } from '@recado/domain/message/events'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { dataOfClaim, type Held, type LinkedName, linkedName } from './claims-of-person.ts'
import { deliveriesOfPerson } from './deliveries-of-person.ts'
import type { FoundData } from './portions.ts'
import { rawEventsOfPerson } from './raw-events-of-person.ts'
import { keysOf, type Search } from './search.ts'

/** What a stream of a category shows of a person; others have facts about it, and no rows of their own. */
const SHOWN_BY: Readonly<Record<string, ErasedKind>> = {
  contact: 'contact',
  conversation: 'conversation',
  message: 'message',
  importedMessage: 'imported_message',
  providerMessage: 'provider_message',
  sale: 'sale',
}

/**
 * Everything that is held on a person, except what other persons said about it: the streams with facts about it, the
 * files that it sent, the deliveries that told of it, and the raw events that say something of it.
 */
export async function* dataOfPerson(search: Search): AsyncGenerator<FoundData> {
  const linked = new Map<string, LinkedName>()
  const causes = new Set<string>()
  for await (const stream of streamsOfPerson(search.contactIds, search.run))
    yield* dataOfStream(search, stream, linked, causes)
  const held: Held = new Map()
  // The read models no longer know a claim that was released.
  for (const name of linked.values()) yield* dataOfClaim(search, name, held)
  yield* deliveriesOfPerson(search)
  yield* rawEventsOfPerson(search, held, causes)
}

async function* dataOfStream(
  search: Search,
  { stream, isAbout }: PersonStream,
  linked: Map<string, LinkedName>,
  causes: Set<string>,
): AsyncGenerator<FoundData> {
  const shownBy = SHOWN_BY[categoryOf(stream)]
  for await (const fact of search.store.readStream(stream)) {
    if (fact.metadata.account_id !== search.account_id || !isAbout(fact)) continue
    if (shownBy !== undefined) yield { kind: shownBy, id: idOf(stream), keys: [] }
    yield { kind: 'event', id: fact.id, keys: keysOf(fact) }
    const name = linkedName(search.personIds, search.account_id, fact)
    if (name !== null) linked.set(name.claim_id, name)
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
