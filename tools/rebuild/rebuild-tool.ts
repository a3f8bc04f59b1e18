import { personIds } from '@recado/application/person-ids'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { DEADLINES } from '@recado/infra/deadlines'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { connectionSettings } from '@recado/infra/postgres/pool'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { readIdSecret } from '@recado/infra/vault/id-secret'
import { openVault } from '@recado/infra/vault/open-vault'
import type { Vault } from '@recado/infra/vault/vault'
import type { Projection } from '@recado/projectors/engine/projection'
import { projectionsOf } from '@recado/projectors/projections'
import pg from 'pg'
import { type Console, FAILED, UsageError } from '../run-tool.ts'
import { toolConfig } from '../tool-config.ts'
import { rebuildOptions, USAGE } from './options.ts'
import { putBack, rebuild } from './rebuild.ts'
import { dropOthers, printStatus } from './schemas.ts'

/** @param signal interrupts it; a further run continues @returns the exit code @throws UsageError */
export async function rebuildTool(console: Console, signal: AbortSignal): Promise<number> {
  const options = rebuildOptions(console.args)
  if (options === 'help') {
    await console.print(USAGE)
    return 0
  }
  const config = await toolConfig(console.env)
  const { EVENTSTORE_URL, DATABASE_URL, PROJECTOR_PARTITIONS: partitions } = config
  const vault = openVault(config, { answerMs: DEADLINES.tool })
  const { store } = connectEventStore(EVENTSTORE_URL, { keys: vault.factKeys })
  const client = new pg.Client(connectionSettings(DATABASE_URL, undefined, {}, DEADLINES.tool))
  // A broken connection fails its query; without a listener, this event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    // Reading a whole table may take longer than a request.
    await client.query('set statement_timeout = 0')
    await lockRebuild(client)
    const run = { console, options, store, databaseUrl: DATABASE_URL, partitions, client, signal }
    const filling = async () => ({ ...run, projections: await readProjections(vault) })
    switch (options.what) {
      case 'status':
        return await printStatus(run, READ_SCHEMA)
      case 'release':
        return await dropOthers(run, READ_SCHEMA)
      case 'back':
        return await putBack(await filling(), READ_SCHEMA)
      case 'rebuild':
        return await rebuild(await filling(), READ_SCHEMA)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    console.note('interrupted; run the same command again to continue')
    return FAILED
  } finally {
    await client.end()
    await store.close()
    await vault.close()
  }
}

async function readProjections(vault: Vault): Promise<readonly Projection[]> {
  return projectionsOf(PROVIDERS, personIds(await readIdSecret(vault)))
}

async function lockRebuild(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select pg_try_advisory_lock(hashtextextended('npm run rebuild', 0)) as won",
  )
  if (!rows[0].won) throw new UsageError('another npm run rebuild is running; wait until it ends')
}
