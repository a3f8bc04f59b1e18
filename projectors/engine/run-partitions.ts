import type { Partition } from '@recado/application/read-models/partitions'
import { sleep } from '@recado/infra/concurrency/sleep'
import { prepareReadModels } from './read-model-schema.ts'
import { runEachPartition } from './run-each-partition.ts'
import {
  type Committed,
  PartitionsChanged,
  type ProjectorOptions,
  runProjector,
} from './run-projector.ts'

/** Of one commit: which partition it was, and of how many. */
export type CommittedIn = Committed & { readonly partition: number; readonly partitions: number }

type Options = Omit<ProjectorOptions, 'partition' | 'share' | 'leads' | 'afterCommit'> & {
  readonly leads?: (isLeader: boolean, partition: Partition) => void
  /** Called after each commit; must not block. */
  readonly afterCommit?: (committed: CommittedIn) => void
}

const RETRY_MS = 1_000

/**
 * Keeps the read models, with a runner for each partition that their tables have; processes share the partitions. Runs
 * until the signal aborts.
 * @param wanted how many partitions new tables get
 * @throws LogDiverged when the log is not the one the read models were built from
 */
export async function runPartitions(options: Options, wanted: number): Promise<void> {
  while (!options.signal.aborted) {
    const count = await partitionsIn(options, wanted)
    if (count === null) continue
    if (count !== wanted) options.log.warn({ partitions: count, wanted }, WAITS_FOR_REBUILD)
    await runEach(options, count)
  }
}

const WAITS_FOR_REBUILD =
  'the read models have another number of partitions than PROJECTOR_PARTITIONS; npm run rebuild changes it'

/** @returns how many partitions the tables have, which it makes if they are missing; null after an error */
async function partitionsIn(options: Options, wanted: number): Promise<number | null> {
  const { databaseUrl, schema, projections, log, signal } = options
  try {
    return await prepareReadModels(databaseUrl, schema, projections, wanted)
  } catch (err) {
    log.error({ err }, 'the read models could not be prepared; trying again')
    await sleep(RETRY_MS, signal)
    return null
  }
}

/** Ends when the signal aborts, or when a rebuild has changed the number of partitions. */
async function runEach(options: Options, count: number): Promise<void> {
  const shared = { ...options, name: `projectors:${options.schema}`, count }
  const ends = await runEachPartition(shared, ({ partition, ...of }) => {
    const afterCommit = (committed: Committed) =>
      options.afterCommit?.({ ...committed, partition: partition.index, partitions: count })
    return runProjector({ ...options, ...of, partition, afterCommit })
  })
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  const fatal = reasons.find((reason) => !(reason instanceof PartitionsChanged))
  if (fatal !== undefined) throw fatal
}
