/** The part of a stream's name before its first dash; all of a name without one. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-')
  return dash < 0 ? stream : stream.slice(0, dash)
}
