import { Command } from 'commander'
import { apiCommand } from './commands/api.ts'
import { connectionsCommand } from './commands/connections.ts'
import { deliveriesCommand } from './commands/deliveries.ts'
import { doctorCommand } from './commands/doctor.ts'
import { eventsCommand } from './commands/events.ts'
import { findCommand } from './commands/find.ts'
import { keysCommand } from './commands/keys.ts'
import { listenCommand } from './commands/listen.ts'
import { loginCommand } from './commands/login.ts'
import { mcpCommand } from './commands/mcp.ts'
import { openCommand } from './commands/open.ts'
import { rawCommand } from './commands/raw.ts'
import { sendCommand } from './commands/send.ts'
import { traceCommand } from './commands/trace.ts'
import { triggerCommand } from './commands/trigger.ts'
import { webhooksCommand } from './commands/webhooks.ts'
import { whoamiCommand } from './commands/whoami.ts'
import { type Io, UsageError } from './io.ts'
import { TOOLS } from './tools.ts'

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
  rawCommand,
  apiCommand,
  keysCommand,
  openCommand,
  mcpCommand,
]

const AFTER = `
Who calls is said by --api-key and --base-url, else RECADO_API_KEY and RECADO_BASE_URL, else a profile of recado login, else
npm start in this folder or above. Exit codes: 0 done, 1 failed, 2 not understood, 3 not allowed, 4 not found.`

/** The command line, as commander reads it. */
export function buildProgram(io: Io): Command {
  const program = new Command('recado')
    .description('Recado from a terminal.')
    .option('--api-key <key>', 'the key to call with')
    .option('--base-url <url>', 'ends in /api/v1')
    .option('--profile <name>', 'who calls, as recado login kept it')
    .option('--json', 'results as JSON; what follows one another as a line each')
    .addHelpText('after', AFTER)
  for (const make of COMMANDS) program.addCommand(make(io))
  for (const [name, about] of Object.entries(TOOLS)) program.addCommand(notFirst(name, about))
  strict(program, io)
  return program
}

/** A tool as the help lists it; it reads its own options, so it only runs as the first word. */
function notFirst(name: string, about: string): Command {
  return new Command(name)
    .description(about)
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw new UsageError(`write recado ${name} first, and its own options behind it`)
    })
}

/** Words go to standard error, and what is not understood is thrown; help that was asked for is a result. */
function strict(command: Command, io: Io): void {
  command
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void io.write(text),
      writeErr: (text) => io.tell(text.trimEnd()),
    })
  for (const inner of command.commands) strict(inner, io)
}
