import type { Task } from '../intake/task.ts'
import { type Finding, unprovableFinding } from './finding.ts'
import type { IntakeProgress } from './intake-progress.ts'

/**
 * Judges the findings about an intent's facts: what intake has not reached is not missing. Progress is read before the
 * check, because the check may overlook what is recorded meanwhile.
 */
export async function judgeFindings(
  progress: IntakeProgress,
  task: Task,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const { raw } = task.cause
  const isBehind = await progress.isBehind(raw.position)
  const isShown = task.intent.kind !== 'sent_elsewhere' || (await progress.isShown(raw.position))
  const faults = await look()
  return Promise.all(
    faults.map((fault) => {
      if (fault.what !== 'fact_missing') return fault
      if (isBehind)
        return unprovableFinding(raw, 'not_recorded_yet', 'intake has not reached it yet')
      const why = 'the read models, which know whether it is a send of ours, have not reached it'
      return isShown
        ? explainMissing(progress, task, fault)
        : unprovableFinding(raw, 'read_models_behind', why)
    }),
  )
}

async function explainMissing(progress: IntakeProgress, { cause }: Task, fault: Finding) {
  if (!(await progress.isParked(cause.raw.id, cause.index))) return fault
  return { ...fault, detail: `${fault.detail}; it is parked for the operator` }
}
