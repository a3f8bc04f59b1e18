import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings } from '../settings.ts'

/** The names of the databases of `npm start`. */
export const OWN = { log: 'recado_log', vault: 'recado_vault' } as const

/**
 * Runs a command that takes one folder. An error becomes a line on standard error and exit code 1.
 * @param option the option that names the folder
 * @param work gets the folder, the installation's data folder and the options besides; resolves to the line to print at
 * the end
 */
export async function runOnFolder(
  option: 'to' | 'from',
  work: (folder: string, dataDir: string, isSet: (flag: string) => boolean) => Promise<string>,
  flags: readonly string[] = [],
): Promise<void> {
  try {
    const each = flags.map((flag) => [flag, { type: 'boolean' as const }] as const)
    const { values } = parseArgs({
      options: { [option]: { type: 'string' as const }, ...Object.fromEntries(each) },
    })
    const folder = values[option]
    if (typeof folder !== 'string') throw new Error(`name the folder: -- --${option} <folder>`)
    const { dataDir } = readSettings(process.env)
    process.stdout.write(
      `${await work(resolve(folder), dataDir, (flag) => values[flag] === true)}\n`,
    )
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
