import type { OutboundMessage } from '@recado/domain/message/message'
import type { CommandContext } from '../commands/command-context.ts'
import { resolveContact } from '../contacts/resolve-contact.ts'
import type { BackgroundDeps } from './background-work.ts'
import type { CallOutcome } from './call-provider.ts'

/** Links the phone that a gateway reports with a send to a person known only by a hidden id, in the background. */
export function learnPhone(
  deps: BackgroundDeps,
  { ids: { connection_id }, recipient: { phone } }: OutboundMessage,
  lid: string | null,
  outcome: CallOutcome,
  context: CommandContext,
): void {
  const { account_id } = context
  if (outcome.outcome !== 'accepted' || phone !== null || lid === null) return
  const { wa_id } = outcome
  if (wa_id === null || account_id === null) return
  const identities = [
    { kind: 'phone', value: wa_id },
    { kind: 'lid', value: lid },
  ] as const
  const person = { account_id, connection_id, identities }
  void deps.sending.background.untilDone(() => resolveContact(deps, person, context), context)
}
