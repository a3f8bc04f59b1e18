import { chainId } from '@recado/application/analytics/chain-id'
import { derivedFields } from '@recado/application/analytics/derived-fields'
import { type FactContent, redactFact } from '@recado/domain/redact-fact'
import { isLost, keysOf, type RecordedEvent } from '@recado/infra/event-store/event-store'
import { subjectToken } from '@recado/infra/nats/subject-token'

export type FactMessage = {
  readonly subject: string
  readonly body: Uint8Array
  readonly position: bigint
  readonly event_id: string
  /** The key under which the log has what the message says of a person; null when it says nothing. */
  readonly key: string | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAX_TEXT = 512

/** The message of a fact. Data that is too large or not serialisable is replaced by `dataref`, its place in the log. */
export function factMessage(
  event: RecordedEvent,
  content: FactContent,
  mostBytes: number,
): FactMessage {
  const about = attributesOf(event, content)
  const kept = isLost(event) ? 'ids' : content
  const whole = bodyOf({ ...about, data: redactFact(event.type, event.data, kept) })
  const body =
    whole !== null && whole.byteLength <= mostBytes
      ? whole
      : Buffer.from(JSON.stringify({ ...about, dataref: `urn:recado:log:${event.position}` }))
  const key = kept === 'full' ? (keysOf(event)[0] ?? null) : null
  return { subject: subjectOf(event), body, position: event.position, event_id: event.id, key }
}

/** `events.<account>.<category>.<type>`; `system` stands for no account. */
function subjectOf({ metadata, stream, type }: RecordedEvent): string {
  return ['events', accountOf(metadata), categoryOf(stream), type].map(subjectToken).join('.')
}

function attributesOf(event: RecordedEvent, content: FactContent) {
  const { metadata } = event
  const account = accountOf(metadata)
  const version = Number.isInteger(metadata.schema_version) ? metadata.schema_version : 0
  const chained = (id: unknown) => {
    const text = textOf(id)
    return text === undefined || content === 'full' ? text : chainId(text)
  }
  return {
    specversion: '1.0',
    id: event.id,
    source: account === 'system' ? 'urn:recado:system' : `urn:recado:account:${account}`,
    type: cut(event.type),
    subject: cut(event.stream),
    time: timeOf(event),
    datacontenttype: 'application/json',
    dataschema: `urn:recado:fact:${subjectToken(event.type)}:${version}`,
    position: String(event.position),
    revision: Number(event.revision),
    correlation: chained(metadata.$correlationId),
    causation: chained(metadata.$causationId),
    actor: actorOf(metadata.actor),
    ...derivedAttributes(event),
  }
}

/** Attribute names of CloudEvents have letters and digits only. */
function derivedAttributes(event: RecordedEvent) {
  const { status_stream, template_name, template_language } = derivedFields(event)
  return {
    statusstream: status_stream,
    templatename: textOf(template_name),
    templatelanguage: textOf(template_language),
  }
}

function accountOf({ account_id }: RecordedEvent['metadata']): string {
  return typeof account_id === 'string' && UUID.test(account_id) ? account_id : 'system'
}

function categoryOf(stream: string): string {
  return stream.slice(0, stream.indexOf('-'))
}

/** Our clock; the store's for facts of other programs without a valid time. */
function timeOf({ metadata, created }: RecordedEvent): string {
  const told = Date.parse(String(metadata.recorded_at))
  return Number.isNaN(told) ? created : new Date(told).toISOString()
}

function actorOf(actor: unknown): string | undefined {
  const { type, id } = Object(actor)
  const [kind, name] = [textOf(type), textOf(id)]
  return kind === undefined || name === undefined ? kind : `${kind}:${name}`
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? cut(value) : undefined
}

function cut(text: string): string {
  return text.slice(0, MAX_TEXT)
}

/** null for data nested deeper than the stack allows. */
function bodyOf(value: object): Uint8Array | null {
  try {
    return Buffer.from(JSON.stringify(value))
  } catch {
    return null
  }
}
