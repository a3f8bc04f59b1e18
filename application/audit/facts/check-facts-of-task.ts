import { assertBounded, BoundBroken } from '@recado/translation/bounded-intent'
import type { Task } from '../../intake/task.ts'
import type { Finding } from '../finding.ts'
import { cameTooLate } from './erased-people.ts'
import type { FactCheck } from './fact-check.ts'
import { checkImportedFact } from './imported-facts.ts'
import { checkMessageFacts } from './message-facts.ts'
import { checkIdentityFacts, checkListedPerson, checkPreferenceFact } from './people.ts'
import { checkCallFact, checkConnectionFact, checkStatusFact } from './reported-facts.ts'

/** Checks the facts that an intent leads to, apart from their origin. @throws as EventStore.readStream */
export async function checkFactsOfTask(check: FactCheck, task: Task): Promise<readonly Finding[]> {
  if (isBeyondABound(task)) return []
  const found = await findFaults(check, task)
  const isMissing = ({ what }: Finding) => what === 'fact_missing'
  if (!found.some(isMissing) || !(await cameTooLate(check, task))) return found
  return found.filter((fault) => !isMissing(fault))
}

async function findFaults(check: FactCheck, task: Task): Promise<readonly Finding[]> {
  const { intent } = task
  switch (intent.kind) {
    case 'received':
    case 'edited':
    case 'revoked':
    case 'sent_elsewhere':
      return checkMessageFacts(check, task, intent)
    case 'imported':
    case 'imported_media':
      return checkImportedFact(check, task, intent)
    case 'status':
      return checkStatusFact(check, task, intent.status)
    case 'called':
      return checkCallFact(check, task, intent.call)
    case 'identity_changed':
      return checkIdentityFacts(check, task, intent)
    case 'person_listed':
      return checkListedPerson(check, task)
    case 'marketing_preference':
      return checkPreferenceFact(check, task, intent)
    case 'connection_number':
    case 'connection_status':
    case 'connection_noticed':
    case 'connection_history':
      return checkConnectionFact(check, task, intent)
    case 'set_aside':
    case 'unreadable':
      return []
  }
}

/** Intake parks an intent that exceeds a bound, so it leads to no fact. */
function isBeyondABound({ intent }: Task): boolean {
  try {
    assertBounded(intent)
    return false
  } catch (error) {
    if (error instanceof BoundBroken) return true
    throw error
  }
}
