import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Io } from './io.ts'

/** The place at which a command stopped, kept for its next run. */
export type StoredCursor = {
  read(): Promise<string | undefined>
  write(cursor: string): Promise<void>
}

/** @param identity the values that make two runs the same command */
export function openStoredCursor(
  env: Io['env'],
  identity: readonly (string | null | undefined)[],
): StoredCursor {
  const state = env.XDG_STATE_HOME || join(homedir(), '.local', 'state')
  const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32)
  const file = join(state, 'recado', `${name}.cursor`)
  return {
    read: () => readFile(file, 'utf8').catch(() => undefined),
    async write(cursor) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      // A new file is renamed, so a command that is killed leaves either the old cursor or the new one.
      await writeFile(`${file}.new`, cursor, { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
  }
}
