/** At most so many characters of a text; an emoji is never cut in two. */
export function shortText(text: string, most: number): string {
  const characters = [...text.slice(0, 2 * most + 2)]
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}…`
}
