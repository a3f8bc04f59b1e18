import { Command } from 'commander'
import { allConnections } from '../connection.ts'
import type { Io } from '../io.ts'
import { operatorCall } from '../operator.ts'
import { table } from '../output.ts'
import { plain } from '../plain.ts'
import { openSession } from '../session.ts'

export function connectionsCommand(io: Io): Command {
  return new Command('connections')
    .description('the numbers of the account')
    .addCommand(list(io))
    .addCommand(release(io))
    .addCommand(move(io))
}

function list(io: Io): Command {
  return new Command('list').description('list them').action(async (_, command: Command) => {
    const { out, recado } = await openSession(io, command)
    const data = await allConnections(recado())
    await out.show({ data }, () =>
      table(
        ['id', 'type', 'status', 'number', 'name'],
        data.map((one) => [
          ...[one.id, one.type, one.status, one.phone_number_digits ?? '', plain(one.name ?? '')],
        ]),
      ),
    )
  })
}

function release(io: Io): Command {
  return new Command('release')
    .description(
      'end a connection permanently, so that its number can be registered again; as the operator',
    )
    .argument('<id>', 'the id of the connection, not its number')
    .action(async (id: string, _, command: Command) => {
      const session = await openSession(io, command)
      const path = `/connections/${encodeURIComponent(id)}/release`
      const done = await operatorCall(session, 'POST', path)
      await session.out.show(done, () => [`released ${id}`])
    })
}

function move(io: Io): Command {
  return new Command('move')
    .description('move a freemium number to another gateway, where it pairs again; as the operator')
    .argument('<id>', 'the id of the connection, not its number')
    .argument('[gateway]', 'the id of the gateway; by default the one of WAHA_URL')
    .action(async (id: string, gateway_id: string | undefined, _, command: Command) => {
      const session = await openSession(io, command)
      const path = `/connections/${encodeURIComponent(id)}/move`
      const body = { gateway_id: gateway_id ?? null }
      const done = await operatorCall(session, 'POST', path, body)
      await session.out.show(done, () => [`moved ${id}; pair it again`])
    })
}
