import type { Task } from '../intake/task.ts'
import { type Finding, unprovable } from './finding.ts'
import type { IntakeProgress } from './intake-progress.ts'

/** A fact that is not there yet is not missing. */
export async function judged(
  progress: IntakeProgress,
  task: Task,
  fault: Finding,
): Promise<Finding> {
  const { raw, index } = task.cause
  if (fault.what !== 'fact_missing') return fault
  if (await progress.isBehind(raw.position))
    return unprovable(raw, 'not_recorded_yet', 'intake has not come to it yet')
  if (task.intent.kind === 'sent_elsewhere' && !(await progress.isShown(raw.position)))
    return unprovable(raw, 'read_models_behind', 'they would tell whether it is a send of ours')
  if (!(await progress.isParked(raw.id, index))) return fault
  return { ...fault, detail: `${fault.detail}; it is parked for the operator` }
}
