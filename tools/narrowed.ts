import { readConnection } from './parse-options.ts'
import { type Range, readBound } from './range.ts'

/** The part of the log that a tool is narrowed to. */
export type Narrowed = Range & {
  /** Only what concerns this connection; null for all. */
  readonly connection: string | null
}

const text = { type: 'string' } as const

/** What every tool takes that goes over a range of the log. */
export const NARROWED = {
  from: text,
  to: text,
  connection: text,
  help: { type: 'boolean' },
} as const

type Written = { readonly [K in 'from' | 'to' | 'connection']?: string | undefined }

/** @throws UsageError naming the option */
export function readNarrowed({ from, to, connection }: Written): Narrowed {
  return {
    from: readBound('from', from),
    to: readBound('to', to),
    connection: readConnection(connection),
  }
}
