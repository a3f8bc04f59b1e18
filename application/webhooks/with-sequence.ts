/** The text of an outbound event as one webhook gets it. Nothing before its `sequence` can hold another one. */
export function withSequence(body: string, sequence: number | null): string {
  return sequence === null ? body : body.replace('"sequence":null', `"sequence":${sequence}`)
}
