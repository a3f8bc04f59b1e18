import { readConnection } from './parse-options.ts'
import { type Range, readBound } from './range.ts'

/** The events that a tool works on. */
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

type ScopeValues = { readonly [K in 'from' | 'to' | 'connection']?: string | undefined }

/** @throws UsageError naming the option */
export function readLogScope({ from, to, connection }: ScopeValues): LogScope {
  return {
    from: readBound('from', from),
    to: readBound('to', to),
    connection: readConnection(connection),
  }
}
