import { text } from './choose.ts'

type Words = {
  readonly type: string
  readonly text: string
  readonly erased?: true | undefined
  readonly expired?: true | undefined
}

/** Whether the text is a placeholder of a message without words, such as `[document]`. */
export function isPlaceholder({ type, text: words }: Words): boolean {
  return words === '' || words === `[${type}]`
}

/** The preview of a conversation; for a message without words, its type. */
export function shownPreview(words: string): string {
  const type = /^\[(\w+)\]$/.exec(words)?.[1] ?? ''
  const types: Readonly<Record<string, string>> = text().conversations.types
  return Object.hasOwn(types, type) ? text().messages.type(types[type] ?? type) : words
}

/** The words of a message; without words, its type. */
export function shownText(message: Words): string {
  if (message.erased) return text().contacts.erasedWords
  if (message.expired) return text().messages.expiredWords
  if (!isPlaceholder(message)) return message.text
  const types: Readonly<Record<string, string>> = text().conversations.types
  return text().messages.type(types[message.type] ?? message.type)
}
