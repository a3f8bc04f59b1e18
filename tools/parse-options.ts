import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './run-tool.ts'

/** An id, as accounts and connections have. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O }>
>['values']

/** Parses the command line. @throws UsageError with the usage */
export function parseOptions<O extends Options>(
  args: readonly string[],
  options: O,
  usage: string,
): Values<O> {
  try {
    return parseArgs<{ args: string[]; options: O }>({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** Reads `--connection`; null for all. @throws UsageError */
export function readConnection(id: string | undefined): string | null {
  if (id === undefined) return null
  if (!UUID.test(id)) throw new UsageError('--connection takes the id of a connection')
  return id
}
