import { mediaId, streamOf } from '@recado/application/ids'
import { MEDIA_TYPES } from '@recado/contract/content/media'
import { media } from '@recado/domain/media/media'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import { keysOf, type RecordedEvent } from '@recado/infra/event-store/event-store'
import { sql } from '@recado/infra/postgres/sql'
import type { FoundData } from './portions.ts'
import type { Search } from './search.ts'

/** The files that sends name, each by the provider's id, and its connection. */
export type SentFiles = Map<string, string>

/** Places of messages read in one statement. */
const SPAN = 20_000

/** Notes the files that a send to the person names. */
export function noteSentFiles({ type, data }: RecordedEvent, files: SentFiles): void {
  if (type !== 'MessageSendRequested') return
  const { connection_id, message_type, content } = asRecord(data)
  const whole = { [String(message_type)]: content }
  for (const id of fileIds(whole)) files.set(id, String(connection_id))
}

/** The ids of the files in a native object: each kind of file has an object of its name. */
function fileIds(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fileIds)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const id = NAMES_OF_FILES.has(name) ? asText(asRecord(field).id) : null
    return id === null ? fileIds(field) : [id]
  })
}

const NAMES_OF_FILES: ReadonlySet<string> = new Set(MEDIA_TYPES)

/** The files that were uploaded for the person: those that were sent to nobody else. */
export async function* uploadsOfPerson(
  search: Search,
  files: SentFiles,
): AsyncGenerator<FoundData> {
  const uploads = new Map<string, { readonly id: string; readonly keys: readonly string[] }>()
  for (const [provider_media_id, connection_id] of files) {
    const id = mediaId({ connection_id, provider_media_id })
    const facts: RecordedEvent[] = []
    for await (const fact of search.store.readStream(streamOf(media, id))) facts.push(fact)
    if (facts.some(({ type }) => type === 'MediaUploaded'))
      uploads.set(provider_media_id, { id, keys: facts.flatMap(keysOf) })
  }
  const others = await sentToOthers(search, [...uploads.keys()])
  for (const [name, { id, keys }] of uploads)
    if (!others.has(name)) yield { kind: 'media', id, keys }
}

async function sentToOthers(
  { account_id, contactIds, run }: Search,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const others = new Set<string>()
  const patterns = names.map((name) => `%"${name.replaceAll(/[\\%_]/g, '\\$&')}"%`)
  const [last] = await run<{ place: number }>(sql`
    select coalesce(max(account_pos), -1)::float8 as place from messages where account_id = ${account_id}`)
  for (let from = 0; names.length > 0 && from <= (last?.place ?? -1); from += SPAN) {
    const rows = await run<{ content: string }>(sql`
      select content::text as content from messages
      where account_id = ${account_id} and account_pos >= ${from}::bigint
        and account_pos < ${from + SPAN}::bigint and direction = 'outbound'
        and contact_id <> all(${contactIds}::uuid[]) and content::text like any(${patterns}::text[])`)
    for (const { content } of rows)
      for (const name of names) if (content.includes(`"${name}"`)) others.add(name)
  }
  return others
}
