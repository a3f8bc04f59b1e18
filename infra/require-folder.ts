import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { WrongSettings } from './wrong-settings.ts'

/** The settings, once the folder of one of them has been tried, if it names one. @throws WrongSettings when it cannot be used */
export function requireFolder<
  Name extends 'MEDIA_STORE' | 'ERASURES_DIR',
  Settings extends Pick<Config, Name>,
>(config: Settings, name: Name, use: 'read' | 'write'): Settings {
  const folder: string | null = config[name]
  if (folder === null) return config
  try {
    if (use === 'read') readdirSync(folder)
    else tryToWrite(folder)
    return config
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new WrongSettings(
      `${name} must be a folder that this process may ${use} (${code}); create or mount it, and start again`,
    )
  }
}

function tryToWrite(folder: string): void {
  const file = join(folder, `.tried-${randomUUID()}`)
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
  rmSync(file)
}
