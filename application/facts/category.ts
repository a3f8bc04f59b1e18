/** The category of a stream: what stands before its first dash. */
export function categoryOf(stream: string): string {
  return stream.slice(0, stream.indexOf('-'))
}
