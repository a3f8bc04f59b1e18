import type { SendContent } from '@recado/application/sending/send-request'
import type { ContactCards } from '@recado/contract/content/contacts'
import type { Interactive } from '@recado/contract/content/interactive'
import type { Location } from '@recado/contract/content/location'
import { canHaveCaption, type Media, type MediaType } from '@recado/contract/content/media'
import type { Reaction } from '@recado/contract/content/reaction'
import type { Template } from '@recado/contract/content/template'
import type { SendMessage } from '@recado/contract/send'

/** The content of a body of `POST /messages`. */
export function contentOf(body: SendMessage): SendContent {
  switch (body.type) {
    case 'text':
      return textContent(requireContent(body.text))
    case 'template':
      return templateContent(requireContent(body.template))
    case 'location':
      return locationContent(requireContent(body.location))
    case 'contacts':
      return contactsContent(requireContent(body.contacts))
    case 'interactive':
      return interactiveContent(requireContent(body.interactive))
    case 'reaction':
      return reactionContent(requireContent(body.reaction))
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return mediaContent(body.type, requireContent(body.media))
  }
}

/** The content of a text message. */
export function textContent(text: string): SendContent {
  return { message_type: 'text', text, content: null }
}

/** A file by its id, or else by its URL. Fields that only the provider knows are null. */
export function mediaContent(type: MediaType, media: Media): SendContent {
  const id = media.id || null
  const caption = (canHaveCaption(type) && media.caption) || null
  const filename = media.filename || null
  const link = id === null ? (media.link ?? null) : null
  const content = { id, link, mime_type: null, filename, caption, sha256: null }
  return { message_type: type, text: caption ?? `[${type}]`, content }
}

/** The placeholder text is replaced by the template's body once the connection is known (template-text.ts). */
export function templateContent({ name, language, components }: Template): SendContent {
  const content = { name, language, components: components ?? [] }
  return { message_type: 'template', text: '[template]', content }
}

/** The native object unchanged; lists show the text of its body. */
export function interactiveContent(interactive: Interactive): SendContent {
  const { text } = (interactive.body ?? {}) as { text?: unknown }
  const shown = typeof text === 'string' && text !== '' ? text : '[interactive]'
  return { message_type: 'interactive', text: shown, content: interactive }
}

function locationContent({ latitude, longitude, name, address }: Location): SendContent {
  const content = { latitude, longitude, name: name || null, address: address || null }
  return { message_type: 'location', text: name || '[location]', content }
}

function contactsContent(cards: ContactCards): SendContent {
  const text = cards.map(({ name }) => name.formatted_name).join(', ')
  return { message_type: 'contacts', text, content: cards }
}

function reactionContent({ message_id, emoji }: Reaction): SendContent {
  return { message_type: 'reaction', text: emoji, content: { message_id, emoji } }
}

function requireContent<Content>(content: Content | null | undefined): Content {
  if (content == null) throw new Error('a body without the content of its type passed validation')
  return content
}
