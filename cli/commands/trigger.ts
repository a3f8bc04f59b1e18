import { Command } from 'commander'
import { chosenConnection } from '../connection.ts'
import { type Io, UsageError } from '../io.ts'
import { openSession } from '../session.ts'
import { callSimulator, TRIGGERABLE_EVENTS } from '../simulator.ts'
import { parseCount } from '../when.ts'

type Options = {
  readonly connection?: string
  readonly from: string
  readonly text: string
  readonly code: number
}

export function triggerCommand(io: Io): Command {
  return new Command('trigger')
    .description(
      'cause an event: beside npm start by its simulator, end to end; elsewhere as a sample to the webhook',
    )
    .argument('<event>', TRIGGERABLE_EVENTS.join(', '))
    .option('--connection <id or number>', 'by default an official one of npm start')
    .option('--from <phone>', 'the person', '5531987654321')
    .option('--text <text>', 'the text of the message', 'Oi, tudo bem?')
    .option('--code <n>', "of message.failed: WhatsApp's error code", parseCount, 131026)
    .action(async (name: string, options: Options, command: Command) => {
      const { out, profile, recado: open } = await openSession(io, command)
      const event = name.replace(/^whatsapp\./, '')
      if (!TRIGGERABLE_EVENTS.includes(event))
        throw new UsageError(`the event is one of ${TRIGGERABLE_EVENTS.join(', ')}`)
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
