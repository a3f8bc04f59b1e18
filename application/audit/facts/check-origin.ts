import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import { categoryOf } from '../../facts/category.ts'
import type { Task } from '../../intake/task.ts'
import { differenceFinding, erasedFinding, type Finding, unprovableFinding } from '../finding.ts'
import { type FactCheck, versionOf } from './fact-check.ts'
import { isImplied, siblingsOf } from './implied-facts.ts'
import { currentRetranslation } from './message-facts.ts'
import { wasReplacedByErased } from './people.ts'

/** Checks a fact of intake apart from its content: its translation version, and that its raw event implies it. */
export async function checkOrigin(
  check: FactCheck,
  tasks: readonly Task[],
  fact: RecordedEvent,
): Promise<readonly Finding[]> {
  const version = versionOf(fact)
  const cause = fact.metadata.$causationId
  const detail = `it rests on version ${version} of the translation, today's is ${TRANSLATION_VERSION}`
  if (version > TRANSLATION_VERSION) return [differenceFinding(fact, 'other_translation', detail)]
  if (version < TRANSLATION_VERSION) {
    const isMessage = fact.stream.startsWith('message-')
    const again = isMessage ? currentRetranslation(await check.streams.all(fact.stream)) : null
    return again === null ? [unprovableFinding(fact, 'other_translation', detail)] : []
  }
  if (await isImplied(check, tasks, fact)) return []
  if (await restsOnErased(check, tasks, fact)) return [erasedFinding(fact)]
  return [
    differenceFinding(fact, 'fact_extra', `its raw event ${cause} implies no such ${fact.type}`),
  ]
}

/** Whether what would explain the fact can be read by nobody: what was decided with it, or whom its raw event means. */
async function restsOnErased(
  check: FactCheck,
  tasks: readonly Task[],
  fact: RecordedEvent,
): Promise<boolean> {
  if ((await siblingsOf(check, fact)).some(({ erased }) => erased === true)) return true
  if (categoryOf(fact.stream) !== 'contact') return false
  for (const task of tasks) if (await wasReplacedByErased(check, task)) return true
  return false
}
