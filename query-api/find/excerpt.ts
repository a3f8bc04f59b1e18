import { wordsOf } from '@recado/application/read-models/words'

const MAX_EXCERPT_CHARS = 80
/** What is shown before the word that was found. */
const MAX_CHARS_BEFORE = 20

/** The part of a text around the first word that begins with a word of a search. */
export function excerpt(text: string, search: string): string {
  const asked = wordsOf(search)
  const isAsked = (word: string) =>
    wordsOf(word).some((own) => asked.some((begin) => own.startsWith(begin)))
  const at = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].find(([word]) => isAsked(word))?.index ?? 0
  const before = [...text.slice(0, at)].slice(-MAX_CHARS_BEFORE).join('')
  const from = at + MAX_CHARS_BEFORE < MAX_EXCERPT_CHARS ? 0 : at - before.length
  const shown = [...text.slice(from)].slice(0, MAX_EXCERPT_CHARS).join('')
  return `${from === 0 ? '' : '…'}${shown}${from + shown.length < text.length ? '…' : ''}`
}
