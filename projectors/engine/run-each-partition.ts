import type { Partition } from '@recado/application/read-models/partitions'
import { type PartitionShare, sharePartitions } from './partition-share.ts'

/** What the runner of one partition gets. */
export type PartitionRun = {
  readonly partition: Partition
  /** How processes share the partitions; unset: there is one only, which whoever comes first has. */
  readonly share?: PartitionShare
  readonly signal: AbortSignal
  readonly leads: (isLeader: boolean) => void
}

type Options = {
  /** Names what is kept in partitions, such as projectors:read_1. */
  readonly name: string
  readonly count: number
  readonly signal: AbortSignal
  readonly leads?: (isLeader: boolean, partition: Partition) => void
}

/** Runs a runner for each partition, in a share with other processes. When one ends, the others do too. */
export function runEachPartition(
  { name, count, ...options }: Options,
  run: (of: PartitionRun) => Promise<void>,
): Promise<readonly PromiseSettledResult<void>[]> {
  const ending = new AbortController()
  const signal = AbortSignal.any([options.signal, ending.signal])
  const shareOf = count === 1 ? null : sharePartitions(name, count)
  const runs = Array.from({ length: count }, (_, index) => {
    const partition = { index, count }
    const share = shareOf?.(index)
    const leads = (isLeader: boolean) => {
      share?.leads(isLeader)
      options.leads?.(isLeader, partition)
    }
    const of = { partition, signal, leads, ...(share && { share }) }
    return run(of).finally(() => ending.abort())
  })
  return Promise.allSettled(runs)
}
