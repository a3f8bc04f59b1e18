import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import type { CommandContext } from '../commands/command-context.ts'
import type { Contexts } from '../contacts/contact-state.ts'
import type { Scope } from '../facts/decisions.ts'
import { recordedFactId } from '../ids.ts'

/** What a fact of intake is recorded because of: one intent of one raw event. */
export type Cause = {
  readonly raw: RecordedEvent<ProviderEventReceived>
  /** Place of the intent among those of the raw event, from 0. */
  readonly index: number
  readonly account_id: string
  readonly connection_id: string
  /** Set when an operator records the intent again; `notify` says whether webhooks report the facts. */
  readonly replay?: { readonly notify: boolean }
  /** The intent concerns a person that was erased before it came. */
  readonly erased?: true
}

/**
 * The context of an intent's facts. Their ids are computed from the raw event, the intent, `scope` (what they are about)
 * and their number, so that recording the intent again writes the same ids.
 */
export function contextOf(cause: Cause, scope: Scope, now: () => Date): CommandContext {
  const eventId = (n: number) =>
    recordedFactId({ raw_event_id: cause.raw.id, intent: cause.index, scope, n })
  const { replay, erased } = cause
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
    ...((erased || replay?.notify === false) && { quiet: true }),
    ...(erased && { erased }),
    now,
    newId: () => eventId(0),
    eventId,
  }
}

/**
 * The contexts of an intent by scope.
 * @param said_at the provider's time of the report; facts about identities store it
 */
export function contextsOf({ now }: { now: () => Date }, cause: Cause, said_at?: string): Contexts {
  const said = said_at !== undefined && { said_at }
  return (scope) => ({ ...contextOf(cause, scope, now), ...said })
}
