/** No field before `sequence` can contain its text. */
export function withSequence(body: string, sequence: number | null): string {
  return sequence === null ? body : body.replace('"sequence":null', `"sequence":${sequence}`)
}
