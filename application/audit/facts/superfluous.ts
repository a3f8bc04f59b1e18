import { type Aggregate, type Fact, isRefusal, type Refusal } from '@recado/domain/decision'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'

/**
 * Whether there was nothing to record at some moment since a raw event came. Intake leaves no trace of the state it
 * decided on, so a fact that was superfluous at any such moment is not missing.
 */
export function wasSuperfluous<State, Event extends Fact>(
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
