import assert from 'node:assert/strict'
import type { Aggregate, Decide, Fact } from '@recado/domain/decision'

/**
 * Given facts, when a command, then facts or a refusal. Use as
 * `deciding(aggregate, decide)(...facts).when(command).appends(...facts)`.
 */
export function deciding<
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  R extends string,
>(aggregate: Aggregate<State, Event>, decide: Decide<Command, State, Decided, R>) {
  return (...given: readonly NoInfer<Event>[]) => ({
    when(command: Command) {
      const state = given.reduce<State>(aggregate.evolve, aggregate.initialState)
      const outcome = decide(command, state)
      return {
        /** Expects exactly these facts; with none, expects that there was nothing to do. */
        appends: (...expected: readonly Decided[]) => assert.deepEqual(outcome, expected),
        refuses: (reason: R) =>
          assert.equal(
            Array.isArray(outcome) ? undefined : (outcome as { refused: R }).refused,
            reason,
          ),
      }
    },
  })
}
