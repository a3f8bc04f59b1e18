import { wordsOf } from '@recado/application/read-models/words'

const LENGTH = 80
/** What is shown before the word that was found. */
const BEFORE = 20

/** The part of a text around the first word that begins with a word of a search. */
export function excerpt(text: string, search: string): string {
  const asked = wordsOf(search)
  const isAsked = (word: string) =>
    wordsOf(word).some((own) => asked.some((begin) => own.startsWith(begin)))
  const at = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].find(([word]) => isAsked(word))?.index ?? 0
  const before = [...text.slice(0, at)].slice(-BEFORE).join('')
  const from = at + BEFORE < LENGTH ? 0 : at - before.length
  const shown = [...text.slice(from)].slice(0, LENGTH).join('')
  return `${from === 0 ? '' : '…'}${shown}${from + shown.length < text.length ? '…' : ''}`
}
