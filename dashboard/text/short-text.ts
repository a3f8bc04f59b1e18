/** At most `most` code points of a text, so that no emoji is cut in two. */
export function shortText(text: string, most: number): string {
  const characters = [...text.slice(0, 2 * most + 2)]
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}…`
}
