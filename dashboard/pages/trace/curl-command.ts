import type { MessageTrace } from '@recado/contract/dashboard/trace'
import type { MessageSendRequested } from '@recado/domain/message/events'

/** The fields of a request that its fact keeps, as far as the account shows them. */
type Requested = Partial<MessageSendRequested['data']>

const MEDIA: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'document', 'sticker'])

/**
 * The request of a message as a curl command that repeats it, with an idempotency key that makes it send once.
 * @param key a new key: with the original one nothing would be sent
 * @returns null for a message that was not sent through Recado
 */
export function curlCommand({ steps }: MessageTrace, origin: string, key: string): string | null {
  const step = steps.find((one) => one.kind === 'fact' && one.type === 'MessageSendRequested')
  if (step?.kind !== 'fact') return null
  const body = JSON.stringify(bodyOf(step.data as Requested))
  return [
    `curl ${origin}/api/v1/messages`,
    `-H "Authorization: Bearer $RECADO_API_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Idempotency-Key: ${key}'`,
    `-d ${shellQuote(body)}`,
  ].join(' \\\n  ')
}

function bodyOf({ message_type: type = 'text', text, content, ...of }: Requested): object {
  const field = MEDIA.has(type) ? 'media' : type
  return dropEmpty({
    conversation_id: of.conversation_id,
    type,
    [field]: type === 'text' ? text : dropEmpty(content),
    reply_to_message_id: of.reply_to_message_id,
    biz_opaque_callback_data: of.biz_opaque_callback_data,
    on_unknown: of.on_unknown,
  })
}

/** The value without null and undefined fields. */
function dropEmpty<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return Object.fromEntries(fields) as Value
}

/** Quotes a text as one shell word. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
