import { Command } from 'commander'
import { chosenConnection } from '../connection.ts'
import { type Io, UsageError } from '../io.ts'
import { openSession } from '../session.ts'

type Options = {
  readonly to?: string
  readonly text?: string
  readonly conversation?: string
  readonly connection?: string
  readonly template?: string
  readonly language: string
  readonly key?: string
}

export function sendCommand(io: Io): Command {
  return new Command('send')
    .description('send a message')
    .option('--to <phone>', 'with country code, such as 5531987654321')
    .option('--conversation <id>', 'the conversation to reply in')
    .option('--connection <id or number>', 'by default the only connected one')
    .option('--text <text>', 'what to write')
    .option('--template <name>', 'an approved template in place of a text')
    .option('--language <code>', 'of the template', 'pt_BR')
    .option(
      '--key <text>',
      'Idempotency-Key; repeating a send with the same key sends nothing twice',
    )
    .action(async (options: Options, command: Command) => {
      const { out, recado: open } = await openSession(io, command)
      const recado = open()
      const target = await targetOf(
        options,
        async () => (await chosenConnection(recado, options.connection)).id,
      )
      const { data } = await recado.POST('/messages', {
        body: { ...target, ...contentOf(options) },
        ...(options.key === undefined ? {} : { headers: { 'Idempotency-Key': options.key } }),
      })
      const { conversation_id, provider_message_id: wamid, delivery_status } = data.data
      await out.show(data, () => [
        `${delivery_status}  ${wamid ?? ''}  conversation ${conversation_id}`,
      ])
      if (wamid !== null) out.tell(`follow it: recado trace ${wamid}`)
    })
}

async function targetOf({ to, conversation }: Options, connection: () => Promise<string>) {
  if (conversation !== undefined && to === undefined) return { conversation_id: conversation }
  if (to === undefined || conversation !== undefined)
    throw new UsageError('give either --to <phone> or --conversation <id>')
  return { connection_id: await connection(), recipient: { phone: to } }
}

function contentOf({ text, template, language }: Options) {
  if (template === undefined && text !== undefined) return { type: 'text' as const, text }
  if (template === undefined || text !== undefined)
    throw new UsageError('give either --text <text> or --template <name>')
  return { type: 'template' as const, template: { name: template, language } }
}
