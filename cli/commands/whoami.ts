import { Command } from 'commander'
import type { Io } from '../io.ts'
import { openSession } from '../session.ts'

export function whoamiCommand(io: Io): Command {
  return new Command('whoami')
    .description('show server and key in use, and where each is configured')
    .action(async (_, command: Command) => {
      const { out, profile } = await openSession(io, command)
      const { baseUrl, apiKey, said } = profile
      const key = apiKey === null ? null : `…${apiKey.slice(-4)}`
      await out.show({ base_url: baseUrl, api_key: key, said }, () => [
        `base URL  ${baseUrl}  (${said.baseUrl})`,
        `API key   ${key ?? 'none'}  (${said.apiKey})`,
      ])
    })
}
