import { load } from '@recado/application/commands/load'
import { mediaId, streamOf } from '@recado/application/ids'
import { media } from '@recado/domain/media/media'
import { commentsOnMessage } from '@recado/domain/message/comments-on-message'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../deps.ts'
import { repeated } from './find-people.ts'
import { mediaNamed } from './media-named.ts'
import type { RequestedSend } from './requested-send.ts'
import type { Target } from './resolve-target.ts'

/** What a send names beside its target. */
export type References = { readonly media: readonly string[]; readonly message: string | null }

type Known = {
  readonly repeated: boolean
  readonly files: readonly string[]
  readonly has_message: boolean
  readonly quotes_own: boolean
}

/** What was found of it. */
export type FoundReferences = {
  /** Whether the business wrote the message that is quoted or reacted to. */
  readonly quotes_own: boolean
}

/** More files than any message of WhatsApp has; each that the rows do not show costs a read of the log. */
const MOST_FILES = 30

/** The files of a send, and the message that it quotes or reacts to; null when it names neither. */
export function referencesOf(send: RequestedSend): References | HttpProblem | null {
  const media = mediaNamed(send)
  if (media.length > MOST_FILES)
    return invalidInput(`${send.message_type} must name at most ${MOST_FILES} files`)
  const message = send.reply_to_message_id ?? reactedTo(send)
  return media.length === 0 && message === null ? null : { media, message }
}

/**
 * Whether a send may name what it names: files of the connection, a message of the conversation. The provider judges
 * a message that is not known here.
 * @param messageId as in findTarget: a recorded send is `repeated`, whatever became of its files
 */
export async function findReferences(
  deps: CommandDeps,
  { media, message }: References,
  { account_id, id: connectionId }: ConnectionEntry,
  { contact_id }: Target,
  messageId: string | null,
): Promise<FoundReferences | 'missing' | 'repeated'> {
  const ids = media.map((provider) => mediaId(connectionId, provider))
  const place = { account_id, connection_id: connectionId, contact_id }
  const [known] = await runOn(deps.pool)<Known>(sql`
    select ${repeated(messageId)} as repeated, ${hasMessage(message, place)} as has_message,
      ${isOwn(message, place)} as quotes_own,
      array(select id::text from media
        where id = any(${ids}::uuid[]) and account_id = ${account_id} and not deleted) as files`)
  if (known === undefined) throw new Error('the statement of references answered no row')
  if (known.repeated) return 'repeated'
  const missing = ids.filter((id) => !known.files.includes(id))
  const stored = await Promise.all(missing.map((id) => isStored(deps, id)))
  const { has_message, quotes_own } = known
  return has_message && stored.every(Boolean) ? { quotes_own } : 'missing'
}

type Place = Pick<Target, 'contact_id' | 'connection_id'> & { readonly account_id: string }

// Two of our numbers may know one id: when they write to each other.
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

// The rows may be behind the log, so the log is asked about the missing ones.
async function isStored(deps: CommandDeps, id: string): Promise<boolean> {
  const stream = streamOf(media, id)
  const { state } = await load(deps, media, stream, deps.cache.get(stream))
  return state === 'uploaded' || state === 'received'
}

function reactedTo({ message_type, content }: RequestedSend): string | null {
  return commentsOnMessage(message_type) ? (content as { message_id: string }).message_id : null
}
