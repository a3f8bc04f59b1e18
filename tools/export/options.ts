import { parseArgs } from 'node:util'
import type { FactContent } from '@recado/domain/redact-fact'
import { type LogPoint, readLogPoint } from '../log-point.ts'
import { UUID } from '../parse-options.ts'
import { UsageError } from '../run-tool.ts'
import { TABLES } from './tables.ts'

export const USAGE = `npm run export -- [--from when] [--to when] [--category name]… [--format parquet|ndjson]
                  [--content ids|full] [--account id] [--out folder]

  --from      begins at a time (2026-01-31, 2026-01-31T09:00:00Z), or after the fact at a position;
              default: the beginning of the log
  --to        ends before a time, or with the fact at a position; default: the end of the log
  --category  only facts of this kind; may be repeated. The kinds are
              ${Object.keys(TABLES)
                .join(', ')
                .replace(/(.{60,80}), /g, '$1,\n              ')}
  --format    default: parquet
  --content   ids (default) leaves out personal data; full includes it. Raw payloads are never exported
  --account   only facts of this account
  --out       the folder; default: ./export. After an interruption run the same command again to continue

Exit code 0: done; 2: wrong options; 3: could not finish; 130: interrupted.
`

/** What an export contains. A folder holds the export of one request. */
export type Request = {
  /** As written on the command line; empty for the beginning and the end of the log. */
  readonly from: string
  readonly to: string
  readonly categories: readonly string[]
  readonly format: 'parquet' | 'ndjson'
  readonly content: FactContent
  /** Empty for all. */
  readonly account: string
}

/** @throws UsageError */
export function readOptions(args: readonly string[]): { request: Request; out: string } {
  const { from, to, category, format, content, account, out } = parseRequest(args)
  const categories = [...new Set(category)].sort()
  const unknown = categories.filter((name) => !(name in TABLES))
  if (unknown.length > 0) refuse(`there is no category ${unknown.join(', ')}`)
  if (format !== 'parquet' && format !== 'ndjson') refuse('--format is parquet or ndjson')
  if (content !== 'ids' && content !== 'full') refuse('--content is ids or full')
  if (account !== '' && !UUID.test(account))
    refuse('--account is an id such as 6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01')
  if (out === '') refuse('--out is a folder')
  const [begin, end] = [boundOf('--from', from), boundOf('--to', to)]
  if (begin !== null && end !== null && !isBefore(begin, end)) refuse('--from is not before --to')
  return { request: { from, to, categories, format, content, account }, out }
}

function parseRequest(args: readonly string[]) {
  const text = (fallback = '') => ({ type: 'string', default: fallback }) as const
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        from: text(),
        to: text(),
        category: { type: 'string', multiple: true, default: [] },
        format: text('parquet'),
        content: text('ids'),
        account: text(),
        out: text('export'),
      },
    })
    return values
  } catch (error) {
    return refuse((error as Error).message)
  }
}

/** The point of the log that an option names; null for an empty text. @throws UsageError */
export function boundOf(option: string, text: string): LogPoint | null {
  if (text === '') return null
  return (
    readLogPoint(text) ??
    refuse(
      `${option} is a time such as 2026-01-31 or 2026-01-31T09:00:00Z, or the position of a fact`,
    )
  )
}

function isBefore(from: LogPoint, to: LogPoint): boolean {
  if ('time' in from && 'time' in to) return from.time < to.time
  if ('position' in from && 'position' in to) return from.position < to.position
  return true
}

function refuse(message: string): never {
  throw new UsageError(`${message}\n\n${USAGE}`)
}
