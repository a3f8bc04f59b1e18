import type { BusinessNumber } from './business-number.ts'
import { messagesWebhook } from './envelope.ts'
import type { Json } from './json.ts'
import { signedPost } from './signed-post.ts'
import type { Simulator } from './simulator.ts'

/** A status that is due, with its `contacts` entry (none for failures). */
export type DueStatus = { status: Json; contact: Json | undefined }

/** Collects due statuses of a number into POSTs. */
export type StatusBatches = { add(number: BusinessNumber, due: DueStatus): void }

/** Batches of `status_batch` statuses, or of those that are due within `status_batch_ms`. */
export function newStatusBatches(simulator: () => Simulator): StatusBatches {
  const waiting = new Map<string, DueStatus[]>()
  const flush = (number: BusinessNumber): void => {
    const batch = waiting.get(number.phone_number_id) ?? []
    waiting.delete(number.phone_number_id)
    if (batch.length === 0) return
    const post = signedPost(simulator(), number.app_secret, statusesWebhook(number, batch))
    simulator().poster.post(post)
  }
  return {
    add(number, due) {
      const { behaviour, schedule } = simulator()
      const batch = waiting.get(number.phone_number_id) ?? []
      batch.push(due)
      waiting.set(number.phone_number_id, batch)
      if (batch.length >= behaviour.status_batch) flush(number)
      else if (batch.length === 1) schedule.after(behaviour.status_batch_ms, () => flush(number))
    },
  }
}

function statusesWebhook(number: BusinessNumber, batch: readonly DueStatus[]): string {
  const contacts = batch.flatMap(({ contact }) => (contact ? [contact] : []))
  const statuses = batch.map(({ status }) => status)
  return messagesWebhook(number, { ...(contacts.length > 0 && { contacts }), statuses })
}
