import { type Webhook, Webhooks } from '@recado/contract/webhook'
import { STRUCTURED_EVENTS } from '@recado/contract/whatsapp-event-names'
import { all, sql } from '@recado/infra/postgres/sql'
import { SecretMissing, type Vault } from '@recado/infra/vault/vault'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../connection-filter.ts'
import { queryRoute } from '../query-route.ts'

type Row = Omit<Webhook, 'secret'> & { readonly secret_ref: string }

/** GET /webhooks: the account's configurations with their secrets, oldest first. */
export const listWebhooks = queryRoute({
  operationId: 'listWebhooks',
  url: '/webhooks',
  summary: 'List webhook configurations',
  query: z.object({ connection_id: ConnectionFilter }),
  reply: Webhooks,
  answer: async ({ account, query }, run, { registry, vault }) => {
    const connections = connectionIds(registry, account.id, query.connection_id)
    const where = all([
      sql`account_id = ${account.id}`,
      ...(connections === undefined ? [] : [sql`connection_id = any(${connections})`]),
    ])
    const rows = await run<Row>(sql`
      select id, connection_id, url, events, active, secret_ref
      from webhooks where ${where} order by created_at, id`)
    const data = await Promise.all(rows.map((row) => withSecret(row, account.id, vault)))
    return { data, structured_events: [...STRUCTURED_EVENTS] }
  },
})

async function withSecret(
  { secret_ref, ...shown }: Row,
  accountId: string,
  vault: Pick<Vault, 'get'>,
): Promise<Webhook> {
  try {
    return { ...shown, secret: await vault.get(accountId, secret_ref) }
  } catch (error) {
    if (error instanceof SecretMissing) return { ...shown, secret: null }
    throw error
  }
}
