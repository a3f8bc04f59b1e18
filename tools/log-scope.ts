import { readConnection } from './parse-options.ts'
import { type Range, readEnd } from './range.ts'

export type LogScope = Range & {
  /** Null for all. */
  readonly connection: string | null
}

const text = { type: 'string' } as const

/** Options of every tool that covers a range of the log. */
export const SCOPE_OPTIONS = {
  from: text,
  to: text,
  connection: text,
  help: { type: 'boolean' },
} as const

type Written = { readonly [K in 'from' | 'to' | 'connection']?: string | undefined }

export function readLogScope({ from, to, connection }: Written): LogScope {
  return {
    from: readEnd('from', from),
    to: readEnd('to', to),
    connection: readConnection(connection),
  }
}
