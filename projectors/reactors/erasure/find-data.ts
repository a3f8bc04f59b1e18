import { type PersonStream, streamsOfPerson } from '@recado/application/contacts/streams-of-person'
import { categoryOf } from '@recado/application/facts/category'
import { idOf, mediaId, streamOf } from '@recado/application/ids'
import { fileIn } from '@recado/application/intake/carried-file'
import { media } from '@recado/domain/media/media'
import type { MessageIntent, MessageSent } from '@recado/domain/message/events'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { keysOf, type RecordedEvent } from '@recado/infra/event-store/event-store'
import { dataOfClaim, type Held, type LinkedName, linkedName } from './claims-of-person.ts'
import { deliveriesOfPerson } from './deliveries-of-person.ts'
import type { FoundData } from './portions.ts'
import { rawEventsOfPerson } from './raw-events-of-person.ts'
import type { Search } from './search.ts'
import { SHOWN_BY } from './shown-by.ts'
import { noteSentFiles, type SentFiles, uploadsOfPerson } from './uploads-of-person.ts'
import { waitingSalesOfPerson } from './waiting-sales-of-person.ts'

/**
 * Everything that is held on a person, except what other persons said about it: the streams with facts about it, the
 * files that it sent, the deliveries that told of it, and the raw events that say something of it.
 */
export async function* dataOfPerson(search: Search): AsyncGenerator<FoundData> {
  const told: Told = { linked: new Map(), causes: new Set(), files: new Map(), sent: new Set() }
  for await (const stream of streamsOfPerson(search.contactIds, search.run))
    yield* dataOfStream(search, stream, told)
  const held: Held = new Map()
  // The read models no longer know a claim that was released.
  for (const name of told.linked.values()) yield* dataOfClaim(search, name, held)
  yield* waitingSalesOfPerson(search, held)
  yield* uploadsOfPerson(search, told.files)
  yield* deliveriesOfPerson(search)
  yield* rawEventsOfPerson(search, { ...told, held })
}

/** What the facts about the person lead to. */
type Told = {
  readonly linked: Map<string, LinkedName>
  /** The raw events that facts came from. */
  readonly causes: Set<string>
  readonly files: SentFiles
  /** The provider's ids of what was sent to the person. */
  readonly sent: Set<string>
}

async function* dataOfStream(
  search: Search,
  { stream, isAbout }: PersonStream,
  { linked, causes, files, sent }: Told,
): AsyncGenerator<FoundData> {
  const shownBy = SHOWN_BY[categoryOf(stream)]
  for await (const fact of search.store.readStream(stream)) {
    if (fact.metadata.account_id !== search.account_id || !isAbout(fact)) continue
    if (shownBy !== undefined) yield { kind: shownBy, id: idOf(stream), keys: [] }
    yield { kind: 'event', id: fact.id, keys: keysOf(fact) }
    const name = linkedName(search.personIds, search.account_id, fact)
    if (name !== null) linked.set(name.claim_id, name)
    if (fact.metadata.actor.type === 'provider') causes.add(fact.metadata.$causationId)
    noteSentFiles(fact, files)
    if (fact.type === 'MessageSent')
      sent.add((fact.data as MessageSent['data']).provider_message_id)
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
