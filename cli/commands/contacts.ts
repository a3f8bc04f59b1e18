import { Command } from 'commander'
import type { Io } from '../io.ts'
import { operatorCall } from '../operator.ts'
import { openSession } from '../session.ts'

type Erasure = {
  readonly contact_id: string
  readonly status: 'running' | 'done'
  readonly erased_at: string | null
  readonly found: Readonly<Record<string, number>>
  readonly left_at_provider: { readonly files: number; readonly until: string } | null
}

export function contactsCommand(io: Io): Command {
  return new Command('contacts')
    .description('erase persons, with RECADO_OPERATOR_TOKEN')
    .addCommand(erase(io))
    .addCommand(erasure(io))
}

function erase(io: Io): Command {
  return new Command('erase')
    .description('erase a person for good, whatever account the contact is of')
    .argument('<id>', 'the id of the contact, or of one that was merged into it')
    .action(async (id: string, _, command: Command) => {
      const session = await openSession(io, command)
      const path = `/contacts/${encodeURIComponent(id)}`
      const begun = await operatorCall<{ data: Erasure }>(session, 'DELETE', path)
      await session.out.show(begun, () => [lineOf(begun.data)])
      session.out.tell(`follow it: recado contacts erasure ${id}`)
    })
}

function erasure(io: Io): Command {
  return new Command('erasure')
    .description('show how far the erasure of a person is, also afterwards')
    .argument('<id>', 'the id of the contact')
    .action(async (id: string, _, command: Command) => {
      const session = await openSession(io, command)
      const path = `/contacts/${encodeURIComponent(id)}/erasure`
      const shown = await operatorCall<{ data: Erasure }>(session, 'GET', path)
      await session.out.show(shown, () => [lineOf(shown.data)])
    })
}

function lineOf({ contact_id, status, erased_at, found, left_at_provider }: Erasure): string {
  const counts = Object.entries(found).map(([kind, count]) => `${count} ${kind}`)
  const since = erased_at === null ? '' : ` since ${erased_at}`
  const left =
    left_at_provider === null
      ? ''
      : `  left at the provider until ${left_at_provider.until}: ${left_at_provider.files} files`
  return `${contact_id}  ${status}${since}  found: ${counts.join(', ') || 'nothing yet'}${left}`
}
