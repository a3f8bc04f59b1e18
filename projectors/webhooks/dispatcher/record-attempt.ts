import { newEvents } from '@recado/application/commands/command-context'
import type { WebhookDeliveryEvent } from '@recado/domain/webhook-delivery/events'
import { dayStream } from '@recado/infra/event-store/journal'
import { type Attempted, givenUpFact } from './attempt.ts'
import { contextOf } from './dispatch-facts.ts'
import type { Outcomes } from './outcomes.ts'
import type { PendingDelivery } from './pending-delivery.ts'
import type { RecentAttempts } from './recent-attempts.ts'

export type AttemptRecorder = {
  recordOutcome(pending: PendingDelivery, attempted: Attempted): void
  skip(pending: PendingDelivery): void
}

export function attemptRecorder(
  outcomes: Pick<Outcomes, 'add'>,
  recent: RecentAttempts,
  recorded: () => void,
): AttemptRecorder {
  const record = (pending: PendingDelivery, facts: readonly WebhookDeliveryEvent[]) => {
    const attempt = pending.attempts + 1
    const events = newEvents(facts, contextOf(pending, facts))
    const connectionId = pending.connection_id
    const stream = dayStream('webhookDelivery', connectionId, new Date())
    outcomes.add({ stream, connectionId }, events, (position) => {
      recent.recorded(pending.id, attempt, position)
      recorded()
    })
  }
  return {
    recordOutcome: (pending, { facts }) => record(pending, facts),
    skip(pending) {
      recent.begin(pending.id, pending.attempts + 1)
      record(pending, [givenUpFact(pending, 'skipped', new Date())])
    },
  }
}
