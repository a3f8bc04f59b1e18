import { changeMarketingPreference } from '@recado/domain/contact/change-marketing-preference'
import { contact } from '@recado/domain/contact/contact'
import type { MessageIds } from '@recado/domain/message/events'
import { MARKETING_OPTED_OUT } from '@recado/translation/graph-api/error-classes'
import type { CommandContext } from '../commands/command-context.ts'
import { execute } from '../commands/execute.ts'
import type { BackgroundDeps } from './background-work.ts'
import type { CallOutcome } from './call-provider.ts'

/** By a refusal, in the background. */
export function noteOptOut(
  deps: BackgroundDeps,
  { connection_id, contact_id }: MessageIds,
  outcome: CallOutcome,
  context: CommandContext,
): void {
  if (outcome.outcome !== 'refused' || outcome.error.code !== MARKETING_OPTED_OUT) return
  const command = { connection_id, opted_out: true, changed_at: context.now().toISOString() }
  const decide = changeMarketingPreference
  const execution = { aggregate: contact, id: contact_id, decide, command, context }
  void deps.sending.background.untilDone(() => execute(deps, execution), context)
}
