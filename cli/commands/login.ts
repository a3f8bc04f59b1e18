import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { allConnections } from '../connection.ts'
import type { Io } from '../io.ts'
import { profilesFile, storedProfiles } from '../profile.ts'
import { readKey } from '../read-key.ts'
import { openSession } from '../session.ts'

export function loginCommand(io: Io): Command {
  return new Command('login')
    .description('read a key from standard input, check it and save it: recado login < key.txt')
    .action(async (_, command: Command) => {
      const { out, profile, recado } = await openSession(io, command, { isNew: true })
      const { baseUrl } = profile
      const name = command.optsWithGlobals<{ profile?: string }>().profile ?? 'default'
      const api_key = await readKey(process.stdin, 'recado login')
      const { length } = await allConnections(recado(api_key))
      await storeProfile(name, { api_key, base_url: baseUrl }, io.env)
      out.tell(`saved as profile ${name} in ${profilesFile(io.env)}; ${length} connections`)
    })
}

async function storeProfile(name: string, profile: object, env: Io['env']): Promise<void> {
  const file = profilesFile(env)
  const profiles = { ...(await storedProfiles(env)), [name]: profile }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // A new file is renamed: nobody reads a half-written one, and the mode also applies where the file existed before.
  await writeFile(`${file}.new`, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
