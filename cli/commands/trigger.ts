import { Command } from 'commander'
import { chosenConnection } from '../connection.ts'
import { type Io, UsageError } from '../io.ts'
import { openSession } from '../session.ts'
import { callSimulator, TRIGGERED } from '../simulator.ts'
import { countOf } from '../when.ts'

type Options = {
  readonly connection?: string
  readonly from: string
  readonly text: string
  readonly code: number
}

export function triggerCommand(io: Io): Command {
  return new Command('trigger')
    .description(
      'cause an event: with npm start, end to end by its simulator; elsewhere as a sample to the webhook',
    )
    .argument('<event>', TRIGGERED.join(', '))
    .option('--connection <id or number>', 'by default an official one of npm start')
    .option('--from <phone>', 'the person', '5531987654321')
    .option('--text <text>', 'the text of the message', 'Oi, tudo bem?')
    .option('--code <n>', "of message.failed: WhatsApp's error code", countOf, 131026)
    .action(async (name: string, options: Options, command: Command) => {
      const { out, profile, recado: open } = await openSession(io, command)
      const event = name.replace(/^whatsapp\./, '')
      if (!TRIGGERED.includes(event))
        throw new UsageError(`the event is one of ${TRIGGERED.join(', ')}`)
      const recado = open()
      const done = await callSimulator(profile.demo, recado, event, options)
      if (done !== null)
        return out.show({ by: 'simulator', ...done }, () => [`${event}  ${done.id}`])
      const { id: connection_id } = await chosenConnection(recado, options.connection)
      const { data } = await recado.POST('/webhooks/test', {
        body: { connection_id, event: `whatsapp.${event}` },
      })
      await out.show({ by: 'sample', ...data.data }, () => [`sample of ${event}  ${data.data.id}`])
    })
}
