import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { connectionSettings } from './pool.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Brings a database that is not derived from the log up to the newest of its SQL files, each in a transaction
 * and once for ever; processes that start together wait for each other. Read models are rebuilt, never migrated.
 * @param folder holds files such as `001_secrets.sql`
 * @throws the error of Postgres; what was migrated before stays
 */
export async function migrate(databaseUrl: string, folder: URL): Promise<void> {
  await runner({
    databaseUrl: connectionSettings(databaseUrl),
    dir: fileURLToPath(folder),
    direction: 'up',
    migrationsTable: 'migrations',
    advisoryLockMode: 'wait',
    logger: silent,
  })
}
