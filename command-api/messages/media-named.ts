import { MEDIA_TYPES } from '@recado/contract/content/media'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import type { RequestedSend } from './requested-send.ts'

const FILES: ReadonlySet<string> = new Set(MEDIA_TYPES)

/** Input of a flow's first screen is the caller's own data and contains no media ids. */
const OWN_DATA: ReadonlySet<string> = new Set(['flow_action_payload', 'flow_action_data'])

/** All media ids in a send, including those in headers and cards of native objects. */
export function mediaNamed({
  message_type,
  content,
}: Pick<RequestedSend, 'message_type' | 'content'>): readonly string[] {
  switch (message_type) {
    case 'template':
    case 'interactive':
      return [...new Set(idsIn(content))]
    default:
      return FILES.has(message_type) ? idOf(content) : []
  }
}

function idsIn(native: unknown): string[] {
  if (typeof native !== 'object' || native === null) return []
  return Object.entries(native).flatMap(([name, value]) => {
    if (OWN_DATA.has(name)) return []
    return FILES.has(name) ? [...idOf(value), ...idsIn(value)] : idsIn(value)
  })
}

function idOf(file: unknown): string[] {
  const id = asText(asRecord(file).id)
  return id === null ? [] : [id]
}
