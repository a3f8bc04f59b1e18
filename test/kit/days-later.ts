import { systemContext } from '@recado/application/commands/system-context'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { DAY_MS } from '@recado/domain/durations'
import { keptSince } from '@recado/domain/retention/deletable-day'
import { connectionSettings } from '@recado/infra/postgres/pool'
import { runOn } from '@recado/infra/postgres/run'
import { applyPortion } from '@recado/projectors/reactors/retention/apply-portion'
import { dueJournals } from '@recado/projectors/reactors/retention/due-journals'
import { expireSaid } from '@recado/projectors/reactors/retention/expire-messages'
import type { Leadership } from '@recado/projectors/runtime/leader-election'
import pg from 'pg'
import { moveVaultClock } from './postgres-clock.ts'
import type { Product } from './product.ts'

/** What the product keeps of what was said up to now, so many days later with MESSAGE_DAYS=1. */
export async function daysLater({ config, deps }: Product, days: number): Promise<void> {
  const now = () => new Date(Date.now() + days * DAY_MS)
  await moveVaultClock(deps.vault, config.VAULT_URL, days)
  const client = new pg.Client(connectionSettings(config.DATABASE_URL, READ_SCHEMA))
  await client.connect()
  try {
    const leadership = { client, signal: AbortSignal.timeout(120_000) }
    const since = keptSince(now(), 1)
    await removeJournals({ ...deps, now }, leadership, since)
    await expireSaid({ ...deps, now }, leadership, since, true)
  } finally {
    await client.end()
  }
}

/** Raw events and deliveries: their rows, as retention removes them first. */
async function removeJournals(
  deps: Product['deps'],
  leadership: Leadership,
  since: string,
): Promise<void> {
  for (const category of ['providerEvent', 'webhookDelivery'] as const)
    for (const journal of await dueJournals(runOn(leadership.client), category, since)) {
      const { account_id } = journal
      const context = systemContext(deps, { part: 'test', account_id })
      await applyPortion(deps, leadership, journal, context)
    }
}
