import {
  type Aggregate,
  type Decide,
  type Fact,
  isRefusal,
  type Refusal,
} from '@recado/domain/decision'
import fc from 'fast-check'

type Outcome<Event extends Fact> = readonly Event[] | Refusal

/** A command for a decision. */
type Question<State, Event extends Fact> = {
  /** Printed when the property fails. */
  readonly command: unknown
  decide(state: State): Outcome<Event>
  /** Decides the same command again: at the same time, and later. */
  repeat(state: State): readonly Outcome<Event>[]
}

/** A decision and its possible commands. */
export type Asked<State, Event extends Fact> = {
  readonly name: string
  readonly questions: fc.Arbitrary<Question<State, Event>>
}

/** A decision under test. */
export type Twice = {
  readonly name: string
  /** @throws when a repeat adds facts, or when no command gave any facts at first */
  assertHolds(): void
  fails(): boolean
}

const LATER = '2027-01-01T09:00:00.000Z'

/**
 * Pairs a decision with its commands.
 * @param repeated the command as a caller would repeat it; by default the same command
 */
export function asked<Command extends object, State, Event extends Fact, Reason extends string>(
  decide: Decide<Command, State, Event, Reason>,
  commands: fc.Arbitrary<Command>,
  repeated: (command: Command) => Command = (command) => command,
): Asked<State, Event> {
  const question = (command: Command): Question<State, Event> => {
    const again = repeated(command)
    const later = 'at' in again ? { ...again, at: LATER } : again
    return {
      command,
      decide: (state) => decide(command, state),
      repeat: (state) => [decide(again, state), decide(later, state)],
    }
  }
  return { name: decide.name, questions: commands.map(question) }
}

/** Decides each command of an aggregate twice, on every state that its decisions lead to. */
export function askedTwice<State, Event extends Fact>(
  aggregate: Aggregate<State, Event>,
  all: readonly Asked<State, NoInfer<Event>>[],
): readonly Twice[] {
  const after = (state: State, outcome: Outcome<Event>) =>
    factsOf(outcome).reduce(aggregate.evolve, state)
  const anything = fc.oneof(...all.map(({ questions }) => questions))
  const histories = fc.array(anything, { maxLength: 12, size: 'max' })
  return all.map(({ name, questions }) => {
    let added = 0
    const property = fc.property(histories, questions, (history, question) => {
      const state = history.reduce((s, { decide }) => after(s, decide(s)), aggregate.initialState)
      const first = question.decide(state)
      // A command that added nothing may add something later, such as a send that is not due yet.
      if (factsOf(first).length === 0) return true
      added += 1
      const again = question.repeat(after(state, first))
      return again.every((outcome) => factsOf(outcome).length === 0)
    })
    return {
      name,
      assertHolds() {
        fc.assert(property, { numRuns: 1_000 })
        if (added === 0) throw new Error(`no command gave ${name} anything to say`)
      },
      fails: () => fc.check(property, { numRuns: 1_000 }).failed,
    }
  })
}

function factsOf<Event extends Fact>(outcome: Outcome<Event>): readonly Event[] {
  return isRefusal(outcome) ? [] : outcome
}
