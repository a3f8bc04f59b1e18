import { encodeEvent, encodeLink } from '../protocol/encode.ts'
import type { Recorded } from '../protocol/recorded.ts'
import type { UuidForm } from '../protocol/uuid.ts'
import type { Reader } from '../storage/reader.ts'
import { linkTarget } from './link-target.ts'
import type { Ring } from './ring.ts'

/** What reads and subscriptions see of the log. */
export type LogView = {
  readonly reader: Reader
  readonly ring: Ring
  readonly version: string
}

export type Form = { readonly form: UuidForm; readonly resolveLinks: boolean }

/** Encodes events in the form a reader wants, with links resolved if it asked for that. */
export async function encodeAll(
  events: readonly Recorded[],
  { form, resolveLinks }: Form,
  reader: Reader,
): Promise<Buffer[]> {
  if (!resolveLinks) return events.map((event) => encodeEvent(event, form))
  const messages: Buffer[] = []
  for (const event of events) {
    const target = linkTarget(event)
    if (!target) messages.push(encodeEvent(event, form))
    else messages.push(encodeLink(await reader.event(target.stream, target.revision), event, form))
  }
  return messages
}
