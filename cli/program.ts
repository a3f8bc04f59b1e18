import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { accountsCommand } from './commands/accounts.ts'
import { apiCommand } from './commands/api.ts'
import { connectionsCommand } from './commands/connections.ts'
import { contactsCommand } from './commands/contacts.ts'
import { deliveriesCommand } from './commands/deliveries.ts'
import { doctorCommand } from './commands/doctor.ts'
import { eventsCommand } from './commands/events.ts'
import { findCommand } from './commands/find.ts'
import { gatewaysCommand } from './commands/gateways.ts'
import { keysCommand } from './commands/keys.ts'
import { listenCommand } from './commands/listen.ts'
import { loginCommand } from './commands/login.ts'
import { mcpCommand } from './commands/mcp.ts'
import { openCommand } from './commands/open.ts'
import { proofCommand } from './commands/proof.ts'
import { rawCommand } from './commands/raw.ts'
import { sendCommand } from './commands/send.ts'
import { traceCommand } from './commands/trace.ts'
import { triggerCommand } from './commands/trigger.ts'
import { webhooksCommand } from './commands/webhooks.ts'
import { whoamiCommand } from './commands/whoami.ts'
import type { Io } from './io.ts'

const COMMANDS = [
  doctorCommand,
  whoamiCommand,
  loginCommand,
  sendCommand,
  traceCommand,
  findCommand,
  listenCommand,
  triggerCommand,
  eventsCommand,
  deliveriesCommand,
  webhooksCommand,
  connectionsCommand,
  contactsCommand,
  gatewaysCommand,
  rawCommand,
  proofCommand,
  apiCommand,
  keysCommand,
  accountsCommand,
  openCommand,
  mcpCommand,
]

const { version } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
) as { version: string }

const AFTER = `
Server and key come from --api-key and --base-url, else from RECADO_API_KEY and RECADO_BASE_URL, else from a profile of
recado login, else from npm start in this folder or above. RECADO_API_KEY needs RECADO_BASE_URL or --base-url. Exit
codes: 0 done, 1 failed, 2 wrong usage, 3 not allowed, 4 not found.`

export function buildProgram(io: Io): Command {
  const program = new Command('recado')
    .description('Recado from a terminal.')
    .version(version)
    .option('--api-key <key>', 'API key')
    .option('--base-url <url>', 'address of the API, ending in /api/v1')
    .option('--profile <name>', 'a server and key that recado login has saved')
    .option('--json', 'print JSON, one object per line when streaming')
    .addHelpText('after', AFTER)
  for (const make of COMMANDS) program.addCommand(make(io))
  throwOnWrongUsage(program, io)
  return program
}

/** Makes commander throw on wrong usage. Errors go to standard error, requested help to standard output. */
function throwOnWrongUsage(command: Command, io: Io): void {
  command
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void io.write(text),
      writeErr: (text) => io.tell(text.trimEnd()),
    })
  for (const inner of command.commands) throwOnWrongUsage(inner, io)
}
