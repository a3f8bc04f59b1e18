import { assertBounded, BoundBroken } from '@recado/translation/bounded-intent'
import type { Task } from '../../intake/task.ts'
import type { Finding } from '../finding.ts'
import type { FactCheck } from './fact-check.ts'
import { messageFacts } from './message-facts.ts'
import { identityFacts, listedPersonFacts, preferenceFacts } from './people.ts'
import { callFacts, connectionFacts, statusFacts } from './reported-facts.ts'

export async function factsOfTask(check: FactCheck, task: Task): Promise<readonly Finding[]> {
  const { intent } = task
  if (isBeyondABound(task)) return []
  switch (intent.kind) {
    case 'received':
    case 'edited':
    case 'revoked':
    case 'sent_elsewhere':
      return messageFacts(check, task, intent)
    case 'status':
      return statusFacts(check, task, intent.status)
    case 'called':
      return callFacts(check, task, intent.call)
    case 'identity_changed':
      return identityFacts(check, task, intent)
    case 'person_listed':
      return listedPersonFacts(check, task)
    case 'marketing_preference':
      return preferenceFacts(check, task, intent)
    case 'connection_number':
    case 'connection_status':
    case 'connection_noticed':
      return connectionFacts(check, task, intent)
    case 'set_aside':
    case 'unreadable':
      return []
  }
}

/** What exceeds a bound is parked for the operator and gives no fact. */
function isBeyondABound({ intent }: Task): boolean {
  try {
    assertBounded(intent)
    return false
  } catch (error) {
    if (error instanceof BoundBroken) return true
    throw error
  }
}
