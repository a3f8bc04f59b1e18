import { shuffle } from '@recado/infra/random'
import type { BusinessNumber } from './business-number.ts'
import { titleOf } from './graph-error.ts'
import type { Json } from './json.ts'
import type { AcceptedMessage, Simulator } from './simulator.ts'
import { userAsShown } from './user-messages.ts'
import type { WhatsappUser } from './whatsapp-user.ts'

type Report = { name: string; rank: number }

/**
 * Schedules the statuses of an accepted message by the behaviour: delayed, some lost, some twice.
 * @param failure the error code of a message that fails after it was accepted
 */
export function reportStatuses(
  simulator: Simulator,
  number: BusinessNumber,
  message: AcceptedMessage,
  user: WhatsappUser,
  failure?: number,
): void {
  const { behaviour, random, schedule } = simulator
  const acceptedAt = Math.floor(Date.now() / 1000)
  const delivered = plannedReports(simulator, message.type, failure)
    .filter(() => random() >= behaviour.status_loss)
    .flatMap((report) => (random() < behaviour.status_duplication ? [report, report] : [report]))
  const order = behaviour.status_disorder ? shuffle(delivered, random) : delivered
  for (const [index, { name, rank }] of order.entries()) {
    const status = statusOf(message, user, name, acceptedAt + rank, failure)
    const contact =
      failure === undefined ? { profile: { name: 'WhatsApp user' }, ...user } : undefined
    schedule.after(behaviour.status_delay_ms * (index + 1), () =>
      simulator.batches.add(number, { status, contact }),
    )
  }
}

export function reportStatus(
  simulator: Simulator,
  number: BusinessNumber,
  message: AcceptedMessage,
  { name, failure }: { readonly name: string; readonly failure: number | undefined },
): void {
  const user = userAsShown(simulator, message.to, false, undefined)
  const status = statusOf(message, user, name, Math.floor(Date.now() / 1000), failure)
  const contact =
    failure === undefined ? { profile: { name: 'WhatsApp user' }, ...user } : undefined
  simulator.batches.add(number, { status, contact })
}

/** A reaction is never reported delivered or read. */
function plannedReports({ behaviour }: Simulator, type: string, failure?: number): Report[] {
  if (failure !== undefined) return [{ name: 'failed', rank: 0 }]
  const names = type === 'reaction' ? behaviour.statuses.slice(0, 1) : behaviour.statuses
  return names.map((name, rank) => ({ name, rank }))
}

function statusOf(
  message: AcceptedMessage,
  user: WhatsappUser,
  name: string,
  timestamp: number,
  failure: number | undefined,
): Json {
  return {
    id: message.wamid,
    status: name,
    timestamp: String(timestamp),
    ...(user.wa_id !== undefined && { recipient_id: user.wa_id }),
    recipient_user_id: user.user_id,
    ...(message.biz_opaque_callback_data !== null && {
      biz_opaque_callback_data: message.biz_opaque_callback_data,
    }),
    ...((name === 'sent' || name === 'delivered') && { pricing: pricingOf(message) }),
    ...(failure !== undefined && { errors: [errorOf(failure)] }),
  }
}

function pricingOf({ type }: AcceptedMessage): Json {
  return type === 'template'
    ? { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' }
    : {
        billable: false,
        pricing_model: 'PMP',
        type: 'free_customer_service',
        category: 'service',
      }
}

function errorOf(code: number): Json {
  const title = titleOf(code)
  return {
    code,
    title,
    message: title,
    error_data: { details: `${title} (simulated)` },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  }
}
