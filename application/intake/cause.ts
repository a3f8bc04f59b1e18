import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import type { CommandContext } from '../commands/command-context.ts'
import type { Contexts } from '../contacts/contact-state.ts'
import { recordedFactId } from '../ids.ts'

export type Cause = {
  readonly raw: RecordedEvent<ProviderEventReceived>
  /** Place of the intent among those of the raw event, from 0. */
  readonly index: number
  readonly account_id: string
  readonly connection_id: string
  /** Set when an operator has it recorded again. `notify`: webhooks report the facts. */
  readonly replay?: { readonly notify: boolean }
}

/**
 * Fact ids are computed from the raw event, the intent, `scope` (what they are about) and their number, so that
 * recording again writes the same ones.
 */
export function contextOf(cause: Cause, scope: string, now: () => Date): CommandContext {
  const eventId = (n: number) =>
    recordedFactId({ raw_event_id: cause.raw.id, intent: cause.index, scope, n })
  const { replay } = cause
  return {
    account_id: cause.account_id,
    actor: replay
      ? { type: 'operator', id: 'operator' }
      : { type: 'provider', id: cause.connection_id },
    correlation_id: cause.raw.metadata.$correlationId,
    causation_id: cause.raw.id,
    request_id: cause.raw.metadata.request_id,
    traceparent: cause.raw.metadata.traceparent,
    translation_version: TRANSLATION_VERSION,
    ...(replay?.notify === false && { quiet: true }),
    now,
    newId: () => eventId(0),
    eventId,
  }
}

/** @param said_at when the provider said so, by its clock; facts about identities keep it */
export function contextsOf({ now }: { now: () => Date }, cause: Cause, said_at?: string): Contexts {
  const said = said_at !== undefined && { said_at }
  return (scope) => ({ ...contextOf(cause, scope, now), ...said })
}
