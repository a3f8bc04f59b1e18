import { wholeListQuery } from '@recado/contract/page'
import { type Webhook, Webhooks } from '@recado/contract/webhook'
import { STRUCTURED_EVENTS } from '@recado/contract/whatsapp-event-names'
import type { Caller } from '@recado/infra/http/api-route'
import { all, sql } from '@recado/infra/postgres/sql'
import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import type { Vault } from '@recado/infra/vault/vault'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../filters/connection-filter.ts'
import { partOf } from '../paging/list-source.ts'
import { queryRoute } from '../routing/query-route.ts'

type Row = Omit<Webhook, 'secret'> & { readonly secret_ref: string }

export const listWebhooks = queryRoute({
  operationId: 'listWebhooks',
  url: '/webhooks',
  summary: 'List webhook configurations',
  query: z.object({ connection_id: ConnectionFilter, ...wholeListQuery() }),
  reply: Webhooks,
  answer: async ({ account, caller, query }, run, { registry, vault }) => {
    const connections = connectionIds(registry, account.id, query.connection_id)
    const where = all([
      sql`account_id = ${account.id}`,
      ...(connections === undefined ? [] : [sql`connection_id = any(${connections})`]),
    ])
    const rows = await run<Row>(sql`
      select id, connection_id, url, events, active, secret_ref
      from webhooks where ${where} order by created_at, id ${partOf(query)}`)
    const secrets = maySeeSecrets(caller) ? vault : null
    const data = await Promise.all(rows.map((row) => withSecret(row, account.id, secrets)))
    return { data, structured_events: [...STRUCTURED_EVENTS] }
  },
})

/** Every key sees them (contract); in the dashboard only users who may replace them. */
function maySeeSecrets(caller: Caller | null): boolean {
  return caller !== null && (caller.signedIn === null || caller.scopes.includes('write'))
}

async function withSecret(
  { secret_ref, ...shown }: Row,
  accountId: string,
  vault: Pick<Vault, 'get'> | null,
): Promise<Webhook> {
  const secret =
    vault && (await secretOrNull(vault, { account_id: accountId, reference: secret_ref }))
  return { ...shown, secret }
}
