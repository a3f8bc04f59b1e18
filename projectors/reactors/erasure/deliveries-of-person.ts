import { deliveryId, type Ids, webhookId } from '@recado/application/ids'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { keysOf } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import { sql } from '@recado/infra/postgres/sql'
import type { FoundData } from './portions.ts'
import type { Search } from './search.ts'

type DeliveryRow = { readonly id: string }
type AnswerRow = {
  readonly delivery_id: string
  readonly connection_id: string
  readonly day: string
}

const PORTION = 500
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** The deliveries that told of a person, and the keys of what endpoints answered to them. */
export async function* deliveriesOfPerson(search: Search): AsyncGenerator<FoundData> {
  for (let after: string | undefined = LOWEST_ID; after !== undefined; ) {
    const rows: DeliveryRow[] = await search.run<DeliveryRow>(sql`
      select d.id from conversations talk join deliveries d on d.conversation_id = talk.id
      where talk.contact_id = any(${search.contactIds}::uuid[]) and d.id > ${after}::uuid
      order by d.id limit ${PORTION}`)
    yield* withAnswers(search, rows)
    after = rows.length < PORTION ? undefined : rows.at(-1)?.id
  }
}

/** The deliveries that passed a raw event on as it was received: they belong to no conversation. */
export async function* deliveriesOfRawEvent(
  search: Search,
  { event_id, connection_id }: Ids<'event_id' | 'connection_id'>,
): AsyncGenerator<FoundData> {
  const first = deliveryId({ event_id, webhook_id: webhookId(connection_id) })
  yield* withAnswers(
    search,
    await search.run<DeliveryRow>(sql`
      select id from deliveries where id = ${first} or again_of = ${event_id}`),
  )
}

async function* withAnswers(
  search: Search,
  rows: readonly DeliveryRow[],
): AsyncGenerator<FoundData> {
  for (const { id } of rows) yield { kind: 'delivery', id, keys: [] }
  if (rows.length > 0) yield* answersTo(search, rows)
}

/**
 * Only failed attempts keep an answer, which may repeat what was posted. One that was recorded while an earlier search went on
 * may have lost its answer in the rows with that search, and has it in the log.
 */
async function* answersTo(
  { run, store }: Search,
  rows: readonly DeliveryRow[],
): AsyncGenerator<FoundData> {
  const ids = rows.map(({ id }) => id)
  const answers = await run<AnswerRow>(sql`
    select a.delivery_id, d.connection_id, a.attempted_at as day
    from delivery_attempts a join deliveries d on d.id = a.delivery_id
    where a.delivery_id = any(${ids}::uuid[]) and a.http_status is not null and a.outcome <> 'delivered'`)
  const sought = new Set(answers.map(({ delivery_id }) => delivery_id))
  const streams = answers.map((a) => dayStream('webhookDelivery', a.connection_id, new Date(a.day)))
  for (const stream of new Set(streams))
    for await (const fact of store.readStream(stream))
      if (sought.has(String(asRecord(fact.data).delivery_id)))
        yield { kind: 'delivery', id: null, keys: keysOf(fact) }
}
