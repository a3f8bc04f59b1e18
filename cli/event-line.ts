import { plain, short } from './plain.ts'

/** An event as one line: time, type, id, numbers, and the beginning of its text. */
export function eventLine(event: Readonly<Record<string, unknown>>): string {
  const { timestamp, type, id } = event
  const data = objectOf(event.data)
  const contact = objectOf(data.contact)
  const message = objectOf(data.message)
  const connection = objectOf(data.connection)
  const parts = [
    ...[timestamp, type, id, contact.phone, connection.phone_number_digits],
    typeof message.text === 'string' ? short(message.text, 40) : undefined,
  ]
  return plain(parts.filter((part) => typeof part === 'string' && part !== '').join('  '))
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
