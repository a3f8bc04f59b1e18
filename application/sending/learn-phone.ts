import type { MessageIds } from '@recado/domain/message/events'
import type { OutboundMessage } from '@recado/infra/providers/provider'
import type { CommandContext } from '../commands/command-context.ts'
import type { ExecuteDeps } from '../commands/execute.ts'
import { resolveContact } from '../contacts/resolve-contact.ts'
import type { BackgroundWork } from './background-work.ts'
import type { CallOutcome } from './call-provider.ts'

/**
 * Links the phone of a person who was known by a hidden id alone, once the gateway tells it with a send. In the
 * background: the caller need not wait for it. What the person is known by already stays.
 */
export function learnPhone(
  deps: ExecuteDeps & { readonly background: BackgroundWork },
  { connection_id }: MessageIds,
  { recipient: { phone, lid = null } }: OutboundMessage,
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
  deps.background.untilDone(() => resolveContact(deps, person, context))
}
