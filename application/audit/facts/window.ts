import { type Aggregate, type Fact, isRefusal, type Refusal } from '@recado/domain/decision'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'

/**
 * Whether at some moment since a raw event came there was nothing to record of it. Intake decides on the state that it
 * finds, and leaves no trace of when that was: so nothing is missing that was known at any such moment.
 * @param events of the stream that it would be recorded in
 */
export function hadNothingToSay<State, Event extends Fact>(
  aggregate: Aggregate<State, Event>,
  events: readonly RecordedEvent[],
  since: bigint,
  decide: (state: State) => readonly Fact[] | Refusal,
): boolean {
  const isSilent = (state: State) => {
    const facts = decide(state)
    return isRefusal(facts) || facts.length === 0
  }
  let state = aggregate.initialState
  for (const event of events) {
    if (event.position > since && isSilent(state)) return true
    state = aggregate.evolve(state, event as unknown as Event)
  }
  return isSilent(state)
}
