import { mediaId } from '@recado/application/ids'
import type { RequestedSend, Target } from '@recado/application/sending/send-request'
import { commentsOnMessage } from '@recado/domain/message/comments-on-message'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../deps.ts'
import { kindOfFile } from '../media/media-type.ts'
import type { Filenames } from './filenames.ts'
import { isRecorded } from './find-people.ts'
import { type NamedMedium, namedMedia } from './named-media.ts'
import { type StoredFile, storedFile } from './stored-file.ts'

/** The files and the message that a send refers to, by the provider's ids. */
export type References = {
  readonly media: readonly NamedMedium[]
  readonly message: string | null
}

type Known = {
  readonly repeated: boolean
  readonly files: readonly StoredFile[]
  readonly has_message: boolean
  readonly quotes_own: boolean
}

export type FoundReferences = {
  /** Whether the business wrote the quoted message. */
  readonly quotes_own: boolean
  readonly filenames: Filenames
}

/** More files than any WhatsApp message has; a file that the read models lack costs a read of the log. */
const MAX_FILES = 30

/** The references of a send; null when it has none. */
export function referencesOf(send: RequestedSend): References | HttpProblem | null {
  const media = namedMedia(send)
  if (new Set(media.map(({ id }) => id)).size > MAX_FILES)
    return invalidInput(`${send.message_type} must name at most ${MAX_FILES} files`)
  const message = send.reply_to_message_id ?? reactedMessageId(send)
  return media.length === 0 && message === null ? null : { media, message }
}

/**
 * Checks that a send's files belong to the connection, and its quoted message to the conversation. The provider judges a
 * message that is unknown here.
 * @param messageId as in findTarget; a recorded send is `repeated` even when its files are gone
 */
export async function findReferences(
  deps: CommandDeps,
  { media, message }: References,
  { account_id, id: connectionId }: ConnectionEntry,
  { contact_id }: Target,
  messageId: string | null,
): Promise<FoundReferences | 'missing' | 'repeated' | HttpProblem> {
  const ids = [
    ...new Set(
      media.map(({ id }) => mediaId({ connection_id: connectionId, provider_media_id: id })),
    ),
  ]
  const place = { account_id, connection_id: connectionId, contact_id }
  const [known] = await runOn(deps.pool)<Known>(sql`
    select ${isRecorded(messageId)} as repeated, ${hasMessage(message, place)} as has_message,
      ${isOwn(message, place)} as quotes_own,
      array(select json_build_object('id', id, 'mime_type', mime_type, 'filename', filename)
        from media where id = any(${ids}::uuid[]) and account_id = ${account_id} and not deleted
      ) as files`)
  if (known === undefined) throw new Error('the statement of references answered no row')
  if (known.repeated) return 'repeated'
  const { has_message, quotes_own } = known
  const files = await storedFiles(deps, ids, known.files)
  if (!has_message || files === null) return 'missing'
  const fileOf = (id: string) =>
    files.get(mediaId({ connection_id: connectionId, provider_media_id: id }))
  const unfit = media.find(({ id, as }) => !canServeAs(fileOf(id), as))
  if (unfit !== undefined) return unfitFile(unfit, fileOf(unfit.id))
  return { quotes_own, filenames: new Map(media.map(({ id }) => [id, fileOf(id)?.filename])) }
}

/** Whether a file can be sent as a kind: any file as a document, but an image, say, only if its bytes are one. */
function canServeAs(file: StoredFile | undefined, as: NamedMedium['as']): boolean {
  return as === 'document' || file?.mime_type == null || kindOfFile(file.mime_type) === as
}

function unfitFile({ id, as }: NamedMedium, file: StoredFile | undefined): HttpProblem {
  const kind = kindOfFile(file?.mime_type ?? '') ?? 'document'
  return invalidInput(`${as} must not name the file ${id}: it is ${file?.mime_type}, a ${kind}`)
}

type Place = Pick<Target, 'contact_id' | 'connection_id'> & { readonly account_id: string }

// When two numbers of the account write to each other, both have the message under the same id.
function hasMessage(
  message: string | null,
  { account_id, connection_id, contact_id }: Place,
): Statement {
  if (message === null) return raw('true')
  return sql`coalesce((
    select bool_or(coalesce(quoted.account_id = ${account_id}
      and quoted.connection_id = ${connection_id} and person.survivor_id = ${contact_id}, false))
    from messages as quoted left join contacts as person on person.id = quoted.contact_id
    where quoted.provider_message_id = ${message}), true)`
}

function isOwn(message: string | null, { account_id, connection_id }: Place): Statement {
  if (message === null) return raw('false')
  return sql`exists(select from messages where provider_message_id = ${message}
    and account_id = ${account_id} and connection_id = ${connection_id} and direction = 'outbound')`
}

/** The files by their ids; null when one of them is missing. */
async function storedFiles(
  { store }: Pick<CommandDeps, 'store'>,
  ids: readonly string[],
  known: readonly StoredFile[],
): Promise<ReadonlyMap<string, StoredFile> | null> {
  const files = new Map(known.map((file) => [file.id, file]))
  const missing = ids.filter((id) => !files.has(id))
  // The read models may lag, so the log decides about files that they lack.
  for (const file of await Promise.all(missing.map((id) => storedFile(store, id)))) {
    if (file === null) return null
    files.set(file.id, file)
  }
  return files
}

function reactedMessageId({ message_type, content }: RequestedSend): string | null {
  return commentsOnMessage(message_type) ? (content as { message_id: string }).message_id : null
}
