import type { Message } from '@recado/contract/message'
import { phoneText } from '../../text/phone.ts'

/** The details of a place or a contact card besides its name. */
export function MessageDetails({ message: { type, content } }: { message: Message }) {
  const lines =
    type === 'location' ? placeLines(content) : type === 'contacts' ? cardLines(content) : []
  if (lines.length === 0) return null
  return <p class="words small">{lines.join('\n')}</p>
}

function placeLines(content: Message['content']): string[] {
  const { address, latitude, longitude } = Object(content)
  const isKnown = typeof latitude === 'number' && typeof longitude === 'number'
  const lines = [address, isKnown ? `${latitude}, ${longitude}` : null]
  return lines.filter((one) => typeof one === 'string' && one !== '')
}

/** The phones of all cards, in order. */
function cardLines(content: Message['content']): string[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((card) => {
    const { phones } = Object(card)
    if (!Array.isArray(phones)) return []
    return phones.flatMap((one) => {
      const { phone } = Object(one)
      return typeof phone === 'string' && phone !== '' ? [phoneText(phone)] : []
    })
  })
}
