// Controls, and marks that turn the direction of writing: what people write to a number must not steer a terminal.
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu
/** Those of them that JSON leaves as they are; line ends are its own. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
/** The same but for what lines and tables are made of. */
const UNSAFE_IN_TEXT = /(?![\t\r\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Text of anybody as one line of a terminal. */
export function plain(text: string): string {
  return text.replace(UNSAFE, ' ')
}

/** The same of any value as JSON, which a program reads as it was. */
export function plainJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(
    UNSAFE_IN_JSON,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Text of anybody for a terminal, with its lines. */
export function plainText(text: string): string {
  return text.replace(UNSAFE_IN_TEXT, ' ')
}

/** At most so many characters of it. */
export function short(text: string, most = 60): string {
  const characters = [...plain(text)]
  return characters.length <= most
    ? characters.join('')
    : `${characters.slice(0, most - 1).join('')}…`
}
