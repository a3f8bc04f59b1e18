import { text } from './choose.ts'

/** What a fact says, in the language of the person; its type where it is none that this page knows. */
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
