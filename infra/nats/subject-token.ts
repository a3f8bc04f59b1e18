/** Longer names come from other programs, and a server bounds the line with the subject. */
const MAX_TOKEN = 128

/** A name as one token of a subject. */
export function subjectToken(name: string): string {
  return name.slice(0, MAX_TOKEN).replaceAll(/[^\w-]/g, '_') || '_'
}
