import { text } from './choose.ts'

type Said = { readonly type: string; readonly text: string }

/** What a message without words is given in their place: `[document]`. */
export function isPlaceholder({ type, text: words }: Said): boolean {
  return words === '' || words === `[${type}]`
}

/** The last words of a conversation; of a message without words, what it is. */
export function shownPreview(words: string): string {
  const type = /^\[(\w+)\]$/.exec(words)?.[1] ?? ''
  const types: Readonly<Record<string, string>> = text().conversations.types
  return Object.hasOwn(types, type) ? text().messages.type(types[type] ?? type) : words
}

/** The words of a message; of one that has none, what it is. */
export function shownText(message: Said): string {
  if (!isPlaceholder(message)) return message.text
  const types: Readonly<Record<string, string>> = text().conversations.types
  return text().messages.type(types[message.type] ?? message.type)
}
