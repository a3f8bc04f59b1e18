import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Run } from '@recado/infra/postgres/run'
import { raw, sql } from '@recado/infra/postgres/sql'
import { messageId, providerMessageId } from '../ids.ts'

/** A stream with facts about a person. */
export type PersonStream = {
  readonly stream: string
  /** Whether a fact of it is about the person: a number and what a provider reports of a message may be others'. */
  readonly isAbout: (fact: RecordedEvent) => boolean
}

/** How many messages or sales are looked up at a time. */
const PORTION = 200

/** The streams of contacts, their identities, conversations, messages, calls and sales, one after the other. */
export async function* streamsOfPerson(
  ids: readonly string[],
  run: Run,
): AsyncGenerator<PersonStream> {
  const isTheirs = ({ data }: RecordedEvent) => ids.includes(Object(data).contact_id)
  for (const id of ids) yield whole(`contact-${id}`)
  for (const claim of await idsIn('contact_identities', ids, run))
    yield { stream: `contactIdentity-${claim}`, isAbout: isTheirs }
  for (const id of await idsIn('conversations', ids, run)) yield whole(`conversation-${id}`)
  for (const id of await idsIn('contact_calls', ids, run)) yield whole(`call-${id}`)
  for (const id of ids) {
    yield* messagesOf(id, run)
    yield* importedOf(id, run)
    yield* salesOf(id, run)
  }
}

function whole(stream: string): PersonStream {
  return { stream, isAbout: () => true }
}

/** Few for each person, as a person has few conversations. */
async function idsIn(
  table: 'contact_identities' | 'conversations' | 'contact_calls',
  ids: readonly string[],
  run: Run,
): Promise<readonly string[]> {
  const rows = await run<{ id: string }>(
    sql`select id from ${raw(table)} where contact_id = any(${ids}::uuid[]) order by id`,
  )
  return rows.map(({ id }) => id)
}

type MessageRow = {
  readonly id: string
  readonly connection_id: string
  readonly place: string
  readonly provider_message_id: string | null
  readonly earlier_provider_ids: readonly string[] | null
}

async function* messagesOf(contactId: string, run: Run): AsyncGenerator<PersonStream> {
  const portions = inPortions((after) =>
    run<MessageRow>(sql`
      select id, connection_id, account_pos::text as place, provider_message_id, earlier_provider_ids
      from messages where contact_id = ${contactId} and account_pos > ${after}::bigint
      order by account_pos limit ${PORTION}`),
  )
  for await (const { id, connection_id, ...told } of portions) {
    yield whole(`message-${id}`)
    const names = [told.provider_message_id, ...(told.earlier_provider_ids ?? [])]
    for (const provider_message_id of names.filter((name) => name !== null)) {
      const of = { connection_id, provider_message_id }
      yield whole(`providerMessage-${providerMessageId(of)}`)
      // The echo of a send of ours has a stream of its own, and no row.
      if (messageId(of) !== id) yield whole(`message-${messageId(of)}`)
    }
  }
}

async function* importedOf(contactId: string, run: Run): AsyncGenerator<PersonStream> {
  const portions = inPortions((after) =>
    run<{ id: string; place: string }>(sql`
      select id, log_id::text as place from imported_messages
      where contact_id = ${contactId} and log_id > ${after}::bigint
      order by log_id limit ${PORTION}`),
  )
  for await (const { id } of portions) yield whole(`importedMessage-${id}`)
}

async function* salesOf(contactId: string, run: Run): AsyncGenerator<PersonStream> {
  const portions = inPortions((after) =>
    run<{ id: string; place: string }>(sql`
      select id, account_pos::text as place from sales
      where contact_id = ${contactId} and account_pos > ${after}::bigint
      order by account_pos limit ${PORTION}`),
  )
  for await (const { id } of portions) yield whole(`sale-${id}`)
}

/** Rows in the order of their places; each portion is read when the ones before were used. */
async function* inPortions<Row extends { readonly place: string }>(
  read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after = String(-(2n ** 62n))
  for (;;) {
    const rows = await read(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PORTION) return
    after = last.place
  }
}
