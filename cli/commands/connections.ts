import { Command } from 'commander'
import type { Io } from '../io.ts'
import { table } from '../output.ts'
import { openSession } from '../session.ts'

/** `recado connections`: the numbers of the account. */
export function connectionsCommand(io: Io): Command {
  const list = new Command('list').description('list them').action(async (_, command: Command) => {
    const { out, recado } = await openSession(io, command)
    const { data } = await recado().GET('/connections', { params: { query: { limit: 200 } } })
    await out.show(data, () =>
      table(
        ['id', 'type', 'status', 'number'],
        data.data.map((one) => [one.id, one.type, one.status, one.phone_number_digits ?? '']),
      ),
    )
  })
  return new Command('connections').description('the numbers of the account').addCommand(list)
}
