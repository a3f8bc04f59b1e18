import { runEachPartition } from '../engine/run-each-partition.ts'
import { INTAKE_ROLE, type IntakeOptions, runIntake } from './run-intake.ts'
import { sameNumber } from './same-number.ts'

/**
 * Records raw events as facts until the signal aborts, in partitions that processes share (docs/adr/0105). All processes
 * need the same number of partitions.
 */
export async function runIntakePartitions(options: IntakeOptions, count: number): Promise<void> {
  if (count === 1) return runIntake(options)
  const { schema, log } = options
  const role = `${INTAKE_ROLE}:${schema}`
  const mayWork = sameNumber(role, count, () => log.warn({ partitions: count }, OTHER_NUMBER))
  await runEachPartition({ ...options, name: role, count }, ({ share, ...of }) => {
    if (share === undefined) throw new Error('several partitions are always shared')
    const mayTry: typeof share.mayTry = async (client) =>
      (await mayWork(client)) && share.mayTry(client)
    return runIntake({ ...options, ...of, share: { ...share, mayTry } })
  })
}

const OTHER_NUMBER =
  'intake waits: a process with another INTAKE_PARTITIONS works; it begins when there is none'
