import type { FactCheck } from '@recado/application/audit/facts/fact-check'
import { categoryOf, untold } from '@recado/application/audit/facts/untold'
import { difference, type Finding, unprovable } from '@recado/application/audit/finding'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { mayHaveLostRaw } from './not-kept.ts'
import type { RawFacts } from './raw-facts.ts'

/** Categories in which intake writes. */
const CATEGORIES = new Set([
  'message',
  'media',
  'call',
  'providerMessage',
  'connection',
  'conversation',
  'contact',
  'contactIdentity',
])

/** Whether a fact was recorded because of a raw event. */
export function isOfIntake({ stream, metadata }: RecordedEvent): boolean {
  const isNamed = metadata.translation_version !== undefined
  return CATEGORIES.has(categoryOf(stream)) && (isNamed || metadata.actor.type === 'provider')
}

/** What is wrong with a fact of intake beside what it says: its raw event, its reading, or that nothing tells it. */
export async function extraFact(
  check: FactCheck,
  tasksOf: RawFacts['tasksOf'],
  fact: RecordedEvent,
): Promise<readonly Finding[]> {
  const cause = fact.metadata.$causationId
  const tasks = await tasksOf(cause, fact)
  if (tasks === 'none') return [await withoutRaw(check, fact, cause)]
  if (tasks === 'unknown')
    return [unprovable(fact, 'provider_unknown', 'nobody here understands its provider')]
  return untold(check, tasks, fact)
}

async function withoutRaw(
  { streams }: FactCheck,
  fact: RecordedEvent,
  cause: string,
): Promise<Finding> {
  if (await mayHaveLostRaw(streams, fact))
    return unprovable(fact, 'kept_no_longer', `its raw event ${cause} may be kept no longer`)
  return difference(fact, 'fact_extra', `its raw event ${cause} is none`)
}
