/** The most words of one text that are stored; a message has at most 4,096 characters, a caption 1,024. */
const MAX_WORDS = 1_000
/** The most characters of a word that are compared. */
const MAX_WORD_CHARS = 40
/** The most words of one search. */
const MAX_SEARCH_WORDS = 10

/** Letters that Unicode does not decompose, as people write them who do not have them on the keyboard. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' },
}

/** The words of a text, each once, without regard to case and accents. */
export function wordsOf(text: string, most = MAX_WORDS): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłıþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return [
    ...new Set(
      words.map((word) => [...word.slice(0, 2 * MAX_WORD_CHARS)].slice(0, MAX_WORD_CHARS).join('')),
    ),
  ].slice(0, most)
}

/** The words of an account's text as a `tsvector` of Postgres; empty for a text without words. */
export function wordVector(accountId: string, text: string | null): string {
  return wordsOf(text ?? '')
    .map((word) => `'${lexeme(accountId, word)}'`)
    .join(' ')
}

/**
 * A `tsquery` for the account's texts in which each word of a search begins a word; null for a search without words.
 */
export function wordQuery(accountId: string, search: string): string | null {
  const words = wordsOf(search, MAX_SEARCH_WORDS)
  if (words.length === 0) return null
  return words.map((word) => `'${lexeme(accountId, word)}':*`).join(' & ')
}

/**
 * The word with a part of the account's id, so that a search reads the account's texts only, however often others say
 * it.
 */
function lexeme(accountId: string, word: string): string {
  return `${accountId.slice(-8)}${word}`
}
