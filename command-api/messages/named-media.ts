import type { RequestedSend } from '@recado/application/sending/send-request'
import { MEDIA_TYPES, type MediaType } from '@recado/contract/content/media'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'

/** A file that a send names, and the kind that it is sent as. */
export type NamedMedium = { readonly id: string; readonly as: MediaType }

/** Input of a flow's first screen is the caller's own data and contains no media ids. */
export const CALLER_DATA_FIELDS: ReadonlySet<string> = new Set([
  'flow_action_payload',
  'flow_action_data',
])

/** All files in a send by their ids, including those in headers and cards of native objects. */
export function namedMedia({
  message_type,
  content,
}: Pick<RequestedSend, 'message_type' | 'content'>): readonly NamedMedium[] {
  switch (message_type) {
    case 'template':
    case 'interactive':
      return mediaIn(content)
    default:
      return isMedia(message_type) ? mediumOf(content, message_type) : []
  }
}

function isMedia(name: string): name is MediaType {
  return (MEDIA_TYPES as readonly string[]).includes(name)
}

function mediaIn(native: unknown): NamedMedium[] {
  if (typeof native !== 'object' || native === null) return []
  return Object.entries(native).flatMap(([name, value]) => {
    if (CALLER_DATA_FIELDS.has(name)) return []
    return isMedia(name) ? [...mediumOf(value, name), ...mediaIn(value)] : mediaIn(value)
  })
}

function mediumOf(file: unknown, as: MediaType): NamedMedium[] {
  const id = asText(asRecord(file).id)
  return id === null ? [] : [{ id, as }]
}
