import { phoneVariants } from '@recado/domain/phone-number'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'

/** Fields that name a person as providers do. */
const NAMES = [
  ...['phone', 'wa_id', 'lid', 'business_scoped_user_id', 'parent_business_scoped_user_id'],
  'username',
] as const

/** Shorter names could stand anywhere. */
const SHORTEST_DIGITS = 8

/** What a fact says that its person is called by, in the forms in which raw events may have it. */
export function namesIn({ type, data }: RecordedEvent): readonly string[] {
  if (type === 'ContactIdentityLinked') {
    const { kind, value } = asRecord(data)
    return formsOf(String(kind), asText(value))
  }
  const { intent, recipient } = asRecord(data)
  const told = asRecord(intent)
  return [told.party, told.recipient, recipient]
    .map(asRecord)
    .flatMap((party) => NAMES.flatMap((name) => formsOf(name, asText(party[name]))))
}

function formsOf(kind: string, value: string | null): readonly string[] {
  if (value === null) return []
  // A username is a word: it must stand alone.
  if (kind === 'username') return [`"${value}"`, `"@${value}"`]
  if (!/^\d+$/.test(value)) return [value]
  return value.length < SHORTEST_DIGITS ? [] : phoneVariants(value)
}
