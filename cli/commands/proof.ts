import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command } from 'commander'
import type { Io } from '../io.ts'
import { openSession } from '../session.ts'

type Options = { readonly position?: string; readonly to?: string }

export function proofCommand(io: Io): Command {
  return new Command('proof')
    .description('write a proof that a fact is in the log, which anybody can verify')
    .argument('<event id>', 'of an event, a raw event or another fact')
    .option('--position <n>', 'the place of the fact in the log, where it is no event')
    .option('--to <file>', 'instead of <event id>.tlog-proof')
    .action(async (event_id: string, { position, to }: Options, command: Command) => {
      const { out, recado } = await openSession(io, command)
      const query = position === undefined ? {} : { position }
      const { data } = await recado().GET('/log/proof/{event_id}', {
        params: { path: { event_id }, query },
        parseAs: 'text',
      })
      const file = to ?? `${event_id}.tlog-proof`
      await writeFile(resolve(io.cwd, file), String(data))
      await out.show({ file }, () => [file])
    })
}
