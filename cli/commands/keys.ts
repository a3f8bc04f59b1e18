import { Command } from 'commander'
import { type Io, UsageError } from '../io.ts'
import { operatorCall } from '../operator.ts'
import { openSession, type Session } from '../session.ts'

type Issued = { readonly data: { id: string; key: string; scopes: string[] } }

export function keysCommand(io: Io): Command {
  return new Command('keys')
    .description('create and revoke API keys, with RECADO_OPERATOR_TOKEN')
    .addCommand(create(io))
    .addCommand(revoke(io))
}

type Options = { readonly account?: string; readonly scopes: string }

function create(io: Io): Command {
  return new Command('create')
    .description('create a key and print it')
    .argument('<name>')
    .option('--account <id>', 'by default the first account of npm start')
    .option('--scopes <a,b>', 'read, write or both', 'read,write')
    .action(async (name: string, options: Options, command: Command) => {
      const session = await openSession(io, command)
      const path = `/accounts/${encodeURIComponent(accountOf(session, options))}/api-keys`
      const scopes = options.scopes.split(',')
      const issued = await operatorCall<Issued>(session, 'POST', path, { name, scopes })
      await session.out.show(issued, () => [issued.data.key])
      session.out.tell(`id ${issued.data.id}, scopes ${issued.data.scopes.join(', ')}`)
    })
}

function revoke(io: Io): Command {
  return new Command('revoke')
    .description('revoke a key permanently')
    .argument('<id>', 'the id that came with the key, not its text')
    .action(async (id: string, _, command: Command) => {
      const session = await openSession(io, command)
      const path = `/api-keys/${encodeURIComponent(id)}`
      const done = await operatorCall(session, 'DELETE', path)
      await session.out.show(done, () => [`revoked ${id}`])
    })
}

function accountOf({ profile }: Session, { account }: Options): string {
  const id = account ?? profile.demo?.accounts[0]?.id
  if (id === undefined) throw new UsageError('name the account of the key with --account')
  return id
}
