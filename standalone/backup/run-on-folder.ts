import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings } from '../settings.ts'

/** The names of the databases of `npm start`. */
export const DATABASE_NAMES = { log: 'recado_log', vault: 'recado_vault' } as const

/** The command was called wrongly. Exit code 2. */
class UsageError extends Error {}

type Command = {
  /** What `--help` prints, before the exit codes. */
  readonly usage: string
  /** The option that names the folder. */
  readonly option: 'to' | 'from'
  /** Options without a value. */
  readonly flags: readonly string[]
}

/** What a command works with: the folder that was named, the installation's data folder, and where its progress goes. */
export type CommandInput = {
  readonly folder: string
  readonly dataDir: string
  readonly isSet: (flag: string) => boolean
  readonly note: (line: string) => void
}

const EXIT_CODES = `
RECADO_DATA_DIR names the data folder; without it, that is .recado in the current folder.
Exit codes: 0 done, 1 failed (the message says why), 2 wrong options.`

/**
 * Runs a command that takes one folder. An error becomes a line on standard error and exit code 1, or 2 with the usage
 * for wrong options.
 * @param work resolves to the line to print at the end
 */
export async function runOnFolder(
  command: Command,
  work: (given: CommandInput) => Promise<string>,
): Promise<void> {
  const note = (line: string) => void process.stderr.write(`${line}\n`)
  try {
    const values = readOptions(command)
    process.stdout.write(`${await runCommand(command, values, work, note)}\n`)
  } catch (error) {
    note(error instanceof Error ? error.message : String(error))
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

type Values = Readonly<Record<string, string | boolean | undefined>>

async function runCommand(
  { option, usage }: Command,
  values: Values,
  work: (given: CommandInput) => Promise<string>,
  note: CommandInput['note'],
): Promise<string> {
  if (values.help === true) return `${usage}\n${EXIT_CODES}`
  const { dataDir } = readSettings(process.env)
  const folder = resolve(String(values[option]))
  return work({ folder, dataDir, isSet: (flag) => values[flag] === true, note })
}

/** @throws UsageError with the usage */
function readOptions({ usage, option, flags }: Command): Values {
  const each = ['help', ...flags].map((flag) => [flag, { type: 'boolean' as const }] as const)
  const options = { [option]: { type: 'string' as const }, ...Object.fromEntries(each) }
  try {
    const values: Values = parseArgs({ options }).values
    if (values.help !== true && !values[option]) throw new Error(`--${option} needs a folder`)
    return values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}
