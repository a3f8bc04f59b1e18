import { erasure } from '@recado/domain/erasure/erasure'
import { arrivalId, streamOf } from '../../ids.ts'
import type { Task } from '../../intake/task.ts'
import type { FactCheck } from './fact-check.ts'
import { contactsMeant } from './people.ts'

/** Whether an intent came after its person was erased, so that intake noted its raw event and recorded nothing else. */
export async function cameTooLate(check: FactCheck, task: Task): Promise<boolean> {
  for (const contact_id of await contactsMeant(check, task)) {
    const id = arrivalId({ contact_id, event_id: task.cause.raw.id })
    if ((await check.streams.all(streamOf(erasure, id))).length > 0) return true
  }
  return false
}
