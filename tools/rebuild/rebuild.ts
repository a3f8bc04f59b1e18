import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import { sleep } from '@recado/infra/concurrency/sleep'
import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { connectionSettings } from '@recado/infra/postgres/pool'
import { digestSchema, type TableDigest } from '@recado/projectors/engine/digest-schema'
import type { Projection } from '@recado/projectors/engine/projection'
import { takeOverSchema } from '@recado/projectors/engine/take-over-schema'
import pg from 'pg'
import { progressTo } from '../progress.ts'
import { type Console, UsageError } from '../run-tool.ts'
import { type FillDeps, fillUpTo } from './fill.ts'
import type { RebuildOptions } from './options.ts'
import { isFilledTo, type Place, placeInLog, placeOf, schemaExists } from './place.ts'
import { requireSchema, siblingSchemas } from './schemas.ts'

/** What one rebuild works with. */
export type RebuildRun = {
  readonly console: Pick<Console, 'print' | 'note'>
  readonly options: RebuildOptions
  readonly store: EventStore
  readonly databaseUrl: string
  readonly projections: readonly Projection[]
  /** How many new tables get. */
  readonly partitions: number
  /** Has no search_path; nothing else uses it. */
  readonly client: pg.Client
  readonly signal: AbortSignal
}

/** Fills new tables beside the served ones, compares both, and exchanges them. @throws UsageError, LogDiverged */
export async function rebuild(run: RebuildRun, live: string): Promise<number> {
  const { next, before } = siblingSchemas(live)
  await requireSchema(run, live, 'start the projectors, which make it')
  if (await schemaExists(run.client, before))
    throw new UsageError(`${before} still exists; drop it with npm run rebuild -- --release`)
  const { note } = run.console
  const target = await targetOf(run, live)
  note(`filling ${next}`)
  await fillUpTo(fillDeps(run), next, target, progressTo(target, note))
  const isAlike = run.options.isRestored || (await compare(run, live, next))
  if (!isAlike && !run.options.acceptsDifferences) {
    note(`nothing was changed; --accept-differences takes ${next}, --release drops it`)
    return 1
  }
  await exchange(run, live, next, [
    [live, before],
    [next, live],
  ])
  await run.console.print(
    `${live} is rebuilt; the old tables are kept as ${before} until --release`,
  )
  return 0
}

/** Serves the tables from before a rebuild again. @throws UsageError */
export async function putBack(run: RebuildRun, live: string): Promise<number> {
  const { next, before } = siblingSchemas(live)
  await requireSchema(run, before, 'nothing was rebuilt, or it is released')
  if (await schemaExists(run.client, next))
    throw new UsageError(`a rebuild has begun in ${next}; drop both with --release, or finish it`)
  await exchange(run, live, before, [
    [live, next],
    [before, live],
    [next, before],
  ])
  await run.console.print(
    `${live} has its old tables again; the rebuilt ones are kept as ${before}`,
  )
  return 0
}

/** How far to fill the new tables: as far as the served ones, or to the end of a restored log. */
async function targetOf({ client, options, store }: RebuildRun, live: string): Promise<Place> {
  if (!options.isRestored) return placeInLog(client, live, store)
  return (await headOfFollowedStreams(store)) ?? -1n
}

async function compare(run: RebuildRun, live: string, next: string): Promise<boolean> {
  const { client, console } = run
  const place = await beginAtOnePlace(run, live)
  const served = await digestSchema(client, live)
  await client.query('commit')
  await fillUpTo(fillDeps(run), next, place)
  const made = await digestSchema(client, next)
  const isSame = await haveSamePartitions(client, live, next)
  const differences = served.flatMap((one, n) =>
    isSame || !OF_PARTITIONS.includes(one.table) ? differenceOf(one, made[n]) : [],
  )
  for (const difference of differences) await console.print(difference)
  const rows = made.reduce((sum, table) => sum + table.rows, 0)
  await console.print(
    `${rows} rows in ${made.length} tables at position ${place}, ${differences.length} tables differ`,
  )
  return differences.length === 0
}

/** Tables with rows for each partition. */
const OF_PARTITIONS = ['outbound_minutes']

async function haveSamePartitions(client: pg.Client, one: string, other: string): Promise<boolean> {
  const count = (schema: string) => `(select count(*) from ${schema}.checkpoint)`
  const { rows } = await client.query(`select ${count(one)} = ${count(other)} as same`)
  return rows[0].same
}

/** Begins a transaction that sees every partition at the same place. @returns that place @throws UsageError */
async function beginAtOnePlace({ client, signal }: RebuildRun, live: string): Promise<Place> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await client.query('begin isolation level repeatable read read only')
    const place = await placeOf(client, live)
    if (await isFilledTo(client, live, place)) return place
    await client.query('rollback')
    await sleep(TRY_MS, signal)
  }
  throw new UsageError(
    `the partitions of ${live} are never at one place, because facts come all the time; compare at a quieter moment`,
  )
}

const TRY_MS = 20
const MAX_TRIES = 5_000

function differenceOf(one: TableDigest, other: TableDigest | undefined): readonly string[] {
  const { table } = one
  if (other?.table !== table) return [`${table}: not in both`]
  if (one.rows !== other.rows) return [`${table}: ${one.rows} rows, rebuilt ${other.rows}`]
  if (one.ids !== other.ids) return [`${table}: different ids`]
  return one.content === other.content ? [] : [`${table}: the same ids, different rows`]
}

/**
 * Fills one schema up to the other, with the projectors stopped, and renames both in one transaction: statements that
 * begin afterwards find the new tables, prepared ones too.
 */
async function exchange(
  run: RebuildRun,
  live: string,
  other: string,
  names: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  if (!run.options.isRestored) await fillUpTo(fillDeps(run), other, await placeOf(run.client, live))
  const holder = new pg.Client(connectionSettings(run.databaseUrl, undefined, {}, DEADLINES.tool))
  holder.on('error', () => undefined)
  await holder.connect()
  try {
    await takeOverSchema(holder, run.client, live)
    const place = await targetOf(run, live)
    await fillUpTo(fillDeps(run), other, place)
    await holder.query('begin')
    await holder.query(markFilled(run, live, other))
    for (const [from, to] of names) await holder.query(`alter schema ${from} rename to ${to}`)
    await holder.query('commit')
  } finally {
    await holder.end()
  }
}

/** SQL that marks the new tables as filled since the served ones were; those of a restored log, since now. */
function markFilled({ options }: RebuildRun, live: string, other: string): string {
  const wasFilled = `case when bool_and(filled_at is not null) then max(filled_at) end`
  const since = options.isRestored ? 'now()' : `(select ${wasFilled} from ${live}.checkpoint)`
  return `update ${other}.checkpoint set filled_at = coalesce(filled_at, ${since})`
}

function fillDeps({ console, ...run }: RebuildRun): FillDeps {
  const { store, databaseUrl, projections, partitions, client, signal } = run
  return { store, databaseUrl, projections, partitions, client, signal, note: console.note }
}
