import { isRefusal, type Refusal } from '../decision.ts'
import { type Contact, contact } from './contact.ts'
import type { ContactEvent } from './events.ts'

/** Collects the facts of several decisions, each made on the state after the earlier ones. A refusal adds nothing. */
export function eventBuffer(state: Contact) {
  let now = state
  const facts: ContactEvent[] = []
  return {
    facts,
    now: () => now,
    take(outcome: readonly ContactEvent[] | Refusal) {
      if (isRefusal(outcome)) return
      facts.push(...outcome)
      now = outcome.reduce(contact.evolve, now)
    },
  }
}
