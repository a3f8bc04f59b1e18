import { erasure } from '@recado/domain/erasure/erasure'
import type { PersonalDataArrived } from '@recado/domain/erasure/events'
import { streamOf } from '../../ids.ts'
import type { Task } from '../../intake/task.ts'
import type { FactCheck } from './fact-check.ts'
import { contactsMeant } from './people.ts'

/** Whether an intent came after its person was erased, so that intake noted its raw event and recorded nothing else. */
export async function cameTooLate(check: FactCheck, task: Task): Promise<boolean> {
  for (const id of await contactsMeant(check, task)) {
    const events = await check.streams.all(streamOf(erasure, id))
    const isNoted = events.some(
      ({ type, data }) =>
        type === 'PersonalDataArrived' &&
        (data as PersonalDataArrived['data']).event_id === task.cause.raw.id,
    )
    if (isNoted) return true
  }
  return false
}
