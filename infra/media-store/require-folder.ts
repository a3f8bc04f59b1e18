import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { WrongSettings } from '../wrong-settings.ts'

/** The settings, once the folder of MEDIA_STORE has been tried, if they name one. @throws WrongSettings when it cannot be used */
export function requireMediaFolder<Settings extends Pick<Config, 'MEDIA_STORE'>>(
  config: Settings,
  use: 'read' | 'write',
): Settings {
  const { MEDIA_STORE: folder } = config
  if (folder === null) return config
  try {
    if (use === 'read') readdirSync(folder)
    else tryToWrite(folder)
    return config
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new WrongSettings(
      `MEDIA_STORE must be a folder that this process may ${use} (${code}); create or mount it, and start again`,
    )
  }
}

function tryToWrite(folder: string): void {
  const file = join(folder, `.tried-${randomUUID()}`)
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
  rmSync(file)
}
