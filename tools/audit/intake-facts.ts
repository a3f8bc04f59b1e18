import { checkOrigin } from '@recado/application/audit/facts/check-origin'
import type { FactCheck } from '@recado/application/audit/facts/fact-check'
import {
  differenceFinding,
  erasedFinding,
  type Finding,
  unprovableFinding,
} from '@recado/application/audit/finding'
import { isWrittenByIntake } from '@recado/application/facts/decisions'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { mayHaveLostRaw } from './lost-to-retention.ts'
import type { RawFacts } from './raw-facts.ts'

/** Whether intake recorded a fact: a translation or a provider caused it. */
export function isOfIntake({ type, metadata }: RecordedEvent): boolean {
  const isByProvider = metadata.actor.type === 'provider' && isWrittenByIntake(type)
  return metadata.translation_version !== undefined || isByProvider
}

/** Checks that the raw event of a fact exists, and implies the fact by the current translation. Its content is compared elsewhere. */
export async function checkIntakeFact(
  check: FactCheck,
  tasksOf: RawFacts['tasksOf'],
  fact: RecordedEvent,
): Promise<readonly Finding[]> {
  const cause = fact.metadata.$causationId
  const tasks = await tasksOf(cause, fact)
  if (tasks === 'none') return [await findingWithoutRaw(check, fact, cause)]
  if (tasks === 'erased') return [erasedFinding(fact)]
  if (tasks === 'unknown')
    return [unprovableFinding(fact, 'provider_unknown', 'this release does not know its provider')]
  return checkOrigin(check, tasks, fact)
}

async function findingWithoutRaw(
  { streams }: FactCheck,
  fact: RecordedEvent,
  cause: string,
): Promise<Finding> {
  if (await mayHaveLostRaw(streams, fact))
    return unprovableFinding(
      fact,
      'kept_no_longer',
      `its raw event ${cause} may have been deleted by retention`,
    )
  return differenceFinding(fact, 'fact_extra', `its cause ${cause} is not a raw event`)
}
