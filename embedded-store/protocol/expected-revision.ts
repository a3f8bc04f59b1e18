import type { Expected } from '../log/decide-append.ts'

/** The expected revision as the requests of append, delete and tombstone carry it. */
export type ExpectedOption = {
  hasAny(): boolean
  hasNoStream(): boolean
  hasStreamExists(): boolean
  hasRevision(): boolean
  getRevision(): string
}

export function expectedRevision(options: ExpectedOption): Expected | null {
  if (options.hasAny()) return 'any'
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  return options.hasRevision() ? BigInt(options.getRevision()) : null
}
