import type { Native } from '@recado/domain/native-json'
import { asRecord, nativeRecord } from '@recado/domain/provider-event/loose-json'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { providerMessageId, streamOf } from '../ids.ts'
import { shownPricing } from '../read-models/pricing.ts'

/** Fields for analysts to join and group by, computed from personal ones but not personal. */
export type DerivedFields = {
  /** The stream of the statuses of an accepted send. */
  readonly status_stream?: string
  readonly template_name?: string
  readonly template_language?: string
  /** What Meta charges for the message, as this status says. */
  readonly pricing_category?: string | null
  readonly pricing_billable?: boolean | null
  readonly pricing_type?: string | null
}

const NO_FIELDS: DerivedFields = {}

/** The fields that a fact allows to compute; none for most types. */
export function derivedFields({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): DerivedFields {
  if (type === 'MessageSent') return statusStream(data)
  if (type === 'MessageSendRequested') return templateOf(data)
  if (type === 'MessageStatusReported') return pricingFields(data)
  return NO_FIELDS
}

function statusStream(sent: { connection_id?: unknown; provider_message_id?: unknown }) {
  const { connection_id, provider_message_id } = sent
  if (typeof connection_id !== 'string' || typeof provider_message_id !== 'string') return NO_FIELDS
  const id = providerMessageId({ connection_id, provider_message_id })
  return { status_stream: streamOf({ category: 'providerMessage' }, id) }
}

function templateOf({ message_type, content }: { message_type?: unknown; content?: unknown }) {
  const { name, language } = typeof content === 'string' ? nativeRecord(content) : Object(content)
  const isTemplate = message_type === 'template' && typeof name === 'string'
  if (!isTemplate || typeof language !== 'string') return NO_FIELDS
  return { template_name: name, template_language: language }
}

function pricingFields({ intent }: { intent?: unknown }): DerivedFields {
  const { pricing } = asRecord(intent)
  const shown = shownPricing(pricing as Native | undefined)
  if (shown === null) return NO_FIELDS
  const { category, billable, type } = shown
  return { pricing_category: category, pricing_billable: billable, pricing_type: type }
}
