// Controls, and marks that turn the direction of writing: what people write to a number must not steer a terminal.
const UNSAFE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu

/** Text of anybody as one line of a terminal. */
export function plain(text: string): string {
  return text.replace(UNSAFE, ' ')
}

/** At most so many characters of it. */
export function short(text: string, most = 60): string {
  const characters = [...plain(text)]
  return characters.length <= most
    ? characters.join('')
    : `${characters.slice(0, most - 1).join('')}…`
}
