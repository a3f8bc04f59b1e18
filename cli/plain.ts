// Control characters and bidirectional marks: a message must not be able to control the terminal that shows it.
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu
/** The ones that JSON.stringify does not escape. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
/** All except tabs and line ends. */
const UNSAFE_IN_TEXT = /(?![\t\r\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Untrusted text as one line for a terminal. */
export function plain(text: string): string {
  return text.replace(UNSAFE, ' ')
}

/** A value as JSON for a terminal; a program parses it to the same value. */
export function plainJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(
    UNSAFE_IN_JSON,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Untrusted text for a terminal, with its line ends. */
export function plainText(text: string): string {
  return text.replace(UNSAFE_IN_TEXT, ' ')
}

/** At most `most` characters of a text, as one line. */
export function short(text: string, most = 60): string {
  const characters = [...plain(text)]
  return characters.length <= most
    ? characters.join('')
    : `${characters.slice(0, most - 1).join('')}…`
}
