import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings } from '../settings.ts'

/** The names of the databases that `npm start` keeps. */
export const OWN = { log: 'recado_log', vault: 'recado_vault' } as const

/**
 * Runs a program that takes one folder.
 * @param option by which the folder is named
 * @param work is given the folder, and where the installation keeps its data; resolves to the line that it ends with
 */
export async function runOnFolder(
  option: 'to' | 'from',
  work: (folder: string, dataDir: string) => Promise<string>,
): Promise<void> {
  try {
    const { values } = parseArgs({ options: { [option]: { type: 'string' } } })
    const folder = values[option]
    if (typeof folder !== 'string') throw new Error(`name the folder: -- --${option} <folder>`)
    const { dataDir } = readSettings(process.env)
    process.stdout.write(`${await work(resolve(folder), dataDir)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
