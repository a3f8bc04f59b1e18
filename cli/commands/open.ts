import { spawn } from 'node:child_process'
import { Command } from 'commander'
import type { Io } from '../io.ts'
import { openSession } from '../session.ts'

export function openCommand(io: Io): Command {
  return new Command('open')
    .description('open the dashboard, and print its address')
    .argument('[page]', 'such as messages or api-keys', '')
    .option('--print', 'only print it')
    .action(async (page: string, { print }: { print?: boolean }, command: Command) => {
      const { out, profile } = await openSession(io, command)
      const origin = profile.baseUrl.replace(/\/api\/v1$/, '')
      const url = new URL(`${origin}/dashboard/${encodeURI(page)}`).href.replace(/\/$/, '')
      await out.show({ url }, () => [url])
      if (print !== true && io.isTerminal) browse(url)
    })
}

function browse(url: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const browser = spawn(program, [url], { stdio: 'ignore', detached: true })
  // Without a browser the printed address is enough.
  browser.once('error', () => undefined)
  browser.unref()
}
