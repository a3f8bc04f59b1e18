import { messagesWithProviderId } from '@recado/application/read-models/provider-ids'
import type { Registry } from '@recado/application/registry/registry'
import { isUuid } from '@recado/infra/is-uuid'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { type Statement, sql } from '@recado/infra/postgres/sql'

type Within = {
  readonly accountId: string
  readonly registry: Pick<Registry, 'connectionsOf'>
  readonly run: Run
}

/**
 * The id of the account's message that a text names: its id, the integer `id` of the message log, or the provider's. Of
 * two messages with one id of the provider it is the older one, which is the send when the account wrote to itself.
 * @returns null when there is none. A uuid is always returned, because the log has a message before the read models do
 */
export async function findMessage(
  text: string,
  { accountId, registry, run }: Within,
): Promise<string | null> {
  const byProvider = sql`id = any(${messagesWithProviderId({ provider_id: text, account_id: accountId }, registry)})`
  for (const named of [...byOwnId(text), byProvider]) {
    // Ordered here: an order in the statement could be read from its index, and with it the whole table.
    const rows = await run<{ id: string; log_id: number }>(sql`
      select id, log_id from messages where ${named} and ${belongsTo(accountId)}`)
    const [oldest] = rows.toSorted((a, b) => Number(a.log_id) - Number(b.log_id))
    if (oldest !== undefined) return oldest.id
  }
  return isUuid(text) ? text.toLowerCase() : null
}

function byOwnId(text: string): readonly Statement[] {
  if (isUuid(text)) return [sql`id = ${text}`]
  const isLogId = /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
  return isLogId ? [sql`log_id = ${Number(text)}`] : []
}
