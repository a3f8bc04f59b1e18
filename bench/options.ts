import { parseArgs } from 'node:util'

const USAGE = `npm run bench -- [--only name,name] [--rows n] [--quick]

  --only   some of the benches: NAMES
  --rows   how many rows the lists hold, 1,000,000 unless told
  --quick  one short round of each, over 10,000 rows: to see that it runs, not what it gives
`

/** The options of the command line. */
export type Options = {
  readonly only: readonly string[]
  readonly rows: number
  readonly quick: boolean
}

/**
 * Reads the command line. Prints the usage and ends the process for `--help` and for invalid options.
 * @param names of all benches
 */
export function readOptions(names: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', default: '' },
        rows: { type: 'string' },
        quick: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) throw new Error('')
    const only = values.only.split(',').filter((name) => name !== '')
    const unknown = only.filter((name) => !names.includes(name))
    if (unknown.length > 0) throw new Error(`there is no bench ${unknown.join(', ')}`)
    const rows = Number(values.rows ?? (values.quick ? 10_000 : 1_000_000))
    if (!Number.isInteger(rows) || rows < 1) throw new Error('--rows is not a whole number')
    return { only, rows, quick: values.quick }
  } catch (error) {
    const { message } = error as Error
    if (message !== '') process.stderr.write(`${message}\n\n`)
    process.stderr.write(USAGE.replace('NAMES', names.join(', ')))
    process.exit(message === '' ? 0 : 2)
  }
}
