import type { Fact } from '@recado/domain/decision'
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

/** The derived fields of a fact, opened or not; none for most types. */
export function derivedFields({
  type,
  data,
  metadata,
}: Pick<RecordedEvent, 'type' | 'data' | 'metadata'>): DerivedFields {
  // The stand-in of a provider's id leads to the same stream.
  if (type === 'MessageSent') return statusStream(data)
  return metadata.derived ?? derivedFromPerson({ type, data }) ?? NO_FIELDS
}

/** The derived fields that only who can open a fact can compute, so that they are stored beside it; null for none. */
export function derivedFromPerson({ type, data }: Fact): StoredFields | null {
  if (type === 'MessageSendRequested') return templateOf(data)
  if (type === 'MessageStatusReported') return pricingFields(data)
  return null
}

type StoredFields = NonNullable<RecordedEvent['metadata']['derived']>

function statusStream(sent: { connection_id?: unknown; provider_message_id?: unknown }) {
  const { connection_id, provider_message_id } = sent
  if (typeof connection_id !== 'string' || typeof provider_message_id !== 'string') return NO_FIELDS
  const id = providerMessageId({ connection_id, provider_message_id })
  return { status_stream: streamOf({ category: 'providerMessage' }, id) }
}

function templateOf({
  message_type,
  content,
}: {
  message_type?: unknown
  content?: unknown
}): StoredFields | null {
  const { name, language } = typeof content === 'string' ? nativeRecord(content) : Object(content)
  const isTemplate = message_type === 'template' && typeof name === 'string'
  if (!isTemplate || typeof language !== 'string') return null
  return { template_name: name, template_language: language }
}

function pricingFields({ intent }: { intent?: unknown }): StoredFields | null {
  const { pricing } = asRecord(intent)
  const shown = shownPricing(pricing as Native | undefined)
  if (shown === null) return null
  const { category, billable, type } = shown
  return { pricing_category: category, pricing_billable: billable, pricing_type: type }
}
