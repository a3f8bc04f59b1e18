import { text } from './choose.ts'

type Said = { readonly type: string; readonly text: string }

/** What a message without words is given in their place: `[document]`. */
export function isPlaceholder({ type, text: words }: Said): boolean {
  return words === '' || words === `[${type}]`
}

/** The words of a message; of one that has none, what it is. */
export function shownText(message: Said): string {
  if (!isPlaceholder(message)) return message.text
  const types: Readonly<Record<string, string>> = text().conversations.types
  return text().messages.type(types[message.type] ?? message.type)
}
