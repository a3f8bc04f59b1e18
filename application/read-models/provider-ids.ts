import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { type Statement, sql } from '@recado/infra/postgres/sql'
import { type Ids, providerMessageId } from '../ids.ts'
import type { Connections } from '../registry/find-connections.ts'

const LONG_FORM = /^(?:true|false)_[^@\s]+@[^@\s]+_([^_@\s]+)$/

/**
 * The ids of the account's messages that a provider knows, or has known, by an id. A send that was accepted twice has
 * several ids. When two numbers of the account write to each other, both messages have the same id.
 */
export function messagesWithProviderId(
  { provider_id, account_id }: Ids<'provider_id' | 'account_id'>,
  registry: Pick<Connections, 'connectionsOf'>,
): Statement {
  const forms = storedForms(provider_id)
  const known = registry
    .connectionsOf(account_id)
    .flatMap(({ id }) =>
      forms.map((form) => providerMessageId({ connection_id: id, provider_message_id: form })),
    )
  return sql`array(
    select id from messages where provider_message_id = any(${forms}::text[]) and ${belongsTo(account_id)}
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
