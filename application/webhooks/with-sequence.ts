/** Sets `sequence` in a stored body, whose `sequence` is null. No field before it can contain the same text. */
export function withSequence(body: string, sequence: number | null): string {
  return sequence === null ? body : body.replace('"sequence":null', `"sequence":${sequence}`)
}
