import { text } from './choose.ts'

/** The sentence of a fact in the user's language; the fact's type if the page does not know it. */
export function factSentence({
  type,
  data,
}: {
  readonly type: string
  readonly data: object
}): string {
  const all: Readonly<Record<string, ((data: never) => string) | undefined>> = text().sentences
  return all[type]?.(data as never) ?? type
}
