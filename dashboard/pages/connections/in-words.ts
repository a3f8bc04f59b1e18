import { isPublished } from '@recado/contract/connection-kinds'
import { text } from '../../text/choose.ts'

/** Types of messages in the user's language. */
export function typesInWords(types: readonly string[]): string {
  const { trace, conversations } = text()
  return inWords(types, { text: trace.words, ...conversations.types })
}

/** The type of a number in the user's language; one that is not published yet by its own name. */
export function typeInWords(type: string): string {
  return isPublished(type) ? text().numbers.types[type] : type
}

/** What can be done with a number, in the user's language. */
export function actsInWords(acts: readonly string[]): string {
  return inWords(acts, text().numbers.acts)
}

/** A name without words is shown as it is. */
function inWords(names: readonly string[], words: Readonly<Record<string, string>>): string {
  return names.map((name) => words[name] ?? name).join(', ')
}
