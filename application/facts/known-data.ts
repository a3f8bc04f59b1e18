import { redactFact } from '@recado/domain/redact-fact'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'

/** What a fact says. Of an erased person it has stand-ins only, which nobody is to take for a phone or a text. */
export function knownData({ type, data, erased }: Pick<RecordedEvent, 'type' | 'data' | 'erased'>) {
  return erased === true ? redactFact(type, data, 'ids') : data
}
