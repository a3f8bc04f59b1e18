import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { allConnections } from '../connection.ts'
import { type Io, UsageError } from '../io.ts'
import { keptProfiles, profilesFile } from '../profile.ts'
import { openSession } from '../session.ts'

/** `recado login`: proves a key and keeps it, readable by its owner only. */
export function loginCommand(io: Io): Command {
  return new Command('login')
    .description(
      'keep the key that stands on standard input, once it is proven: recado login < key.txt',
    )
    .action(async (_, command: Command) => {
      const { out, profile, recado } = await openSession(io, command, { isNew: true })
      const { baseUrl } = profile
      const name = command.optsWithGlobals<{ profile?: string }>().profile ?? 'default'
      const api_key = await keyFrom(process.stdin)
      const { length } = await allConnections(recado(api_key))
      await keep(name, { api_key, base_url: baseUrl }, io.env)
      out.tell(`kept as profile ${name} in ${profilesFile(io.env)}; ${length} connections`)
    })
}

async function keyFrom(input: NodeJS.ReadStream): Promise<string> {
  if (input.isTTY)
    throw new UsageError('a key that is typed is seen by others: recado login < file, or pipe it')
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) text += chunk
  const key = text.trim()
  if (!/^\S{1,200}$/.test(key)) throw new UsageError('standard input holds no API key')
  return key
}

async function keep(name: string, profile: object, env: Io['env']): Promise<void> {
  const file = profilesFile(env)
  const profiles = { ...(await keptProfiles(env)), [name]: profile }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // By a new file, so that it is never read half-written, nor by others.
  await writeFile(`${file}.new`, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
