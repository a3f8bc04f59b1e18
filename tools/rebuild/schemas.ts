import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import { UsageError } from '../run-tool.ts'
import { placeOf, schemaExists } from './place.ts'
import type { RebuildRun } from './rebuild.ts'

/** The schema being filled, and the one that was served before. */
export const siblingSchemas = (live: string) => ({ next: `${live}_next`, before: `${live}_before` })

/** @param advice what to do when it does not exist @throws UsageError then */
export async function requireSchema(
  { client }: Pick<RebuildRun, 'client'>,
  schema: string,
  advice: string,
): Promise<void> {
  if (!(await schemaExists(client, schema)))
    throw new UsageError(`there is no ${schema}: ${advice}`)
}

/** Prints how far each schema is. @returns the exit code */
export async function printStatus(
  run: Omit<RebuildRun, 'projections'>,
  live: string,
): Promise<number> {
  const { client, console, store } = run
  const head = (await headOfFollowedStreams(store)) ?? -1n
  for (const schema of await listSchemas(run)) {
    const place = await placeOf(client, schema)
    const how = place >= head ? 'shows everything' : `shows position ${place} of ${head}`
    await console.print(`${schema}: ${how}${schema === live ? ', served by this release' : ''}`)
  }
  return 0
}

/** Drops the schemas of this release that it does not serve. @returns the exit code */
export async function dropOthers(
  { client, console }: Pick<RebuildRun, 'client' | 'console'>,
  live: string,
): Promise<number> {
  for (const schema of Object.values(siblingSchemas(live))) {
    if (!(await schemaExists(client, schema))) continue
    await client.query(`drop schema ${schema} cascade`)
    await console.print(`${schema} is dropped`)
  }
  return 0
}

async function listSchemas({ client }: Pick<RebuildRun, 'client'>): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname::text as name from pg_namespace n
     join pg_class c on c.relnamespace = n.oid and c.relname = 'checkpoint'
     where n.nspname ~ '^read_\\d+(_next|_before)?$' order by 1`,
  )
  return rows.map(({ name }) => name)
}
