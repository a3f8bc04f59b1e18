import { checkOrigin } from '@recado/application/audit/facts/check-origin'
import type { FactCheck } from '@recado/application/audit/facts/fact-check'
import { difference, type Finding, unprovable } from '@recado/application/audit/finding'
import { categoryOf } from '@recado/application/facts/category'
import type { AggregateCategory } from '@recado/domain/category'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { mayHaveLostRaw } from './not-kept.ts'
import type { RawFacts } from './raw-facts.ts'

const CATEGORIES: ReadonlySet<string> = new Set<AggregateCategory>([
  'message',
  'media',
  'call',
  'providerMessage',
  'connection',
  'conversation',
  'contact',
  'contactIdentity',
])

export function isOfIntake({ stream, metadata }: RecordedEvent): boolean {
  const isNamed = metadata.translation_version !== undefined
  return CATEGORIES.has(categoryOf(stream)) && (isNamed || metadata.actor.type === 'provider')
}

/** Checks a fact of intake apart from its content: that its raw event exists and implies it, by today's translation. */
export async function extraFact(
  check: FactCheck,
  tasksOf: RawFacts['tasksOf'],
  fact: RecordedEvent,
): Promise<readonly Finding[]> {
  const cause = fact.metadata.$causationId
  const tasks = await tasksOf(cause, fact)
  if (tasks === 'none') return [await withoutRaw(check, fact, cause)]
  if (tasks === 'unknown')
    return [unprovable(fact, 'provider_unknown', 'this release does not know its provider')]
  return checkOrigin(check, tasks, fact)
}

async function withoutRaw(
  { streams }: FactCheck,
  fact: RecordedEvent,
  cause: string,
): Promise<Finding> {
  if (await mayHaveLostRaw(streams, fact))
    return unprovable(
      fact,
      'kept_no_longer',
      `its raw event ${cause} may have been deleted by retention`,
    )
  return difference(fact, 'fact_extra', `its cause ${cause} is not a raw event`)
}
