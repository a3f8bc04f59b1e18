import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { providerMessageId, streamOf } from '../ids.ts'

/** What analysts join and group by, computed from fields that say something of a person and saying nothing of any. */
export type DerivedFields = {
  /** Of a send that was accepted: the stream of its statuses. */
  readonly status_stream?: string
  /** Of a template that was asked to be sent. */
  readonly template_name?: string
  readonly template_language?: string
}

const NOTHING: DerivedFields = {}

/** What can be derived from a fact; its data may be of any shape. */
export function derivedFields({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): DerivedFields {
  if (type === 'MessageSent') return statusStream(data)
  if (type === 'MessageSendRequested') return templateOf(data)
  return NOTHING
}

function statusStream(sent: { connection_id?: unknown; provider_message_id?: unknown }) {
  const { connection_id, provider_message_id } = sent
  if (typeof connection_id !== 'string' || typeof provider_message_id !== 'string') return NOTHING
  const id = providerMessageId(connection_id, provider_message_id)
  return { status_stream: streamOf({ category: 'providerMessage' }, id) }
}

function templateOf({ message_type, content }: { message_type?: unknown; content?: unknown }) {
  const { name, language } = Object(content)
  const isTemplate = message_type === 'template' && typeof name === 'string'
  if (!isTemplate || typeof language !== 'string') return NOTHING
  return { template_name: name, template_language: language }
}
