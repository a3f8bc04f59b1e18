/** The part of a stream's name before its first dash. */
export function categoryOf(stream: string): string {
  return stream.slice(0, stream.indexOf('-'))
}
