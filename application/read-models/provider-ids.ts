import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { type Statement, sql } from '@recado/infra/postgres/sql'
import { providerMessageId } from '../ids.ts'
import type { Connections } from '../registry/find-connections.ts'

const LONG_FORM = /^(?:true|false)_[^@\s]+@[^@\s]+_([^_@\s]+)$/

/**
 * The ids of the account's messages that a provider knows, or has known, by an id. A send that was accepted twice has
 * several ids. When two numbers of the account write to each other, both messages have the same id.
 */
export function knownToProviderAs(
  providerId: string,
  accountId: string,
  registry: Pick<Connections, 'connectionsOf'>,
): Statement {
  const forms = storedForms(providerId)
  const known = registry
    .connectionsOf(accountId)
    .flatMap(({ id }) => forms.map((form) => providerMessageId(id, form)))
  return sql`array(
    select id from messages where provider_message_id = any(${forms}::text[]) and ${belongsTo(accountId)}
    union
    select message_id from provider_messages where id = any(${known}::uuid[]))`
}

/**
 * The forms in which the read models may have a provider's id of a message: as given, and of the long form of a WAHA
 * gateway, such as `true_553187654321@c.us_3EB0BB`, the part that identifies the message.
 */
function storedForms(providerId: string): readonly string[] {
  const [, last] = LONG_FORM.exec(providerId) ?? []
  return last === undefined ? [providerId] : [providerId, last]
}
