import { Command } from 'commander'
import { type Io, UsageError } from '../io.ts'
import { operatorCall } from '../operator.ts'
import { table } from '../output.ts'
import { readKey } from '../read-key.ts'
import { openSession } from '../session.ts'

type Gateway = {
  readonly id: string | null
  readonly address: string
  readonly max_sessions: number
  readonly sessions: number
  readonly silent_since: string | null
  readonly reason: string | null
}

export function gatewaysCommand(io: Io): Command {
  return new Command('gateways')
    .description('the WAHA gateways of freemium numbers, with RECADO_OPERATOR_TOKEN')
    .addCommand(list(io))
    .addCommand(register(io))
    .addCommand(remove(io))
}

function list(io: Io): Command {
  return new Command('list')
    .description('list them, how full they are, and whether they answer')
    .action(async (_, command: Command) => {
      const session = await openSession(io, command)
      const listed = await operatorCall<{ data: readonly Gateway[] }>(session, 'GET', '/gateways')
      await session.out.show(listed, () =>
        table(['id', 'sessions', 'answers', 'address'], listed.data.map(rowOf)),
      )
    })
}

function rowOf(gateway: Gateway): string[] {
  const { id, address, sessions, max_sessions, silent_since, reason } = gateway
  const answers = silent_since === null ? 'yes' : `not since ${silent_since} (${reason})`
  return [id ?? 'WAHA_URL', `${sessions} of ${max_sessions}`, answers, address]
}

type Options = { readonly sessions: string; readonly key?: boolean }

function register(io: Io): Command {
  return new Command('register')
    .description('register one, so that new sessions may go there')
    .argument('<address>', 'where it answers, such as https://waha-2.internal:3000')
    .requiredOption('--sessions <n>', 'how many sessions it takes')
    .option('--key', 'read its API key from standard input')
    .action(async (address: string, options: Options, command: Command) => {
      const session = await openSession(io, command)
      const max_sessions = Number(options.sessions)
      if (!Number.isInteger(max_sessions)) throw new UsageError('--sessions is a whole number')
      const api_key = options.key ? await readKey(process.stdin, 'recado gateways register') : null
      const body = { address, max_sessions, ...(api_key !== null && { api_key }) }
      const made = await operatorCall<{ data: Gateway }>(session, 'POST', '/gateways', body)
      await session.out.show(made, () => [`registered ${made.data.id}`])
    })
}

function remove(io: Io): Command {
  return new Command('remove')
    .description('remove one that no number uses')
    .argument('<id>')
    .action(async (id: string, _, command: Command) => {
      const session = await openSession(io, command)
      const path = `/gateways/${encodeURIComponent(id)}`
      const done = await operatorCall(session, 'DELETE', path)
      await session.out.show(done, () => [`removed ${id}`])
    })
}
