import {
  type Aggregate,
  type Decide,
  type Fact,
  isRefusal,
  type Refusal,
} from '@recado/domain/decision'
import fc from 'fast-check'

type Outcome<Event extends Fact> = readonly Event[] | Refusal

/** A command on its way to its rule. */
type Question<State, Event extends Fact> = {
  /** Shown when the property fails. */
  readonly command: unknown
  decide(state: State): Outcome<Event>
  /** The same command again: at once, and later. */
  repeat(state: State): readonly Outcome<Event>[]
}

/** A decision, and the commands that it is asked. */
export type Asked<State, Event extends Fact> = {
  readonly name: string
  readonly questions: fc.Arbitrary<Question<State, Event>>
}

/** A decision under the property: what it is called, and whether a repeat adds nothing. */
export type Twice = {
  readonly name: string
  /** @throws when a repeat adds facts, or no command gave any the first time */
  assertHolds(): void
  fails(): boolean
}

const LATER = '2027-01-01T09:00:00.000Z'

/**
 * Asks a decision.
 * @param repeated what a repeat says by itself: the command as it is, unless the caller could not say it twice
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

/** Asks each decision of an aggregate twice, on every state that the decisions together lead to. */
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
      // What said nothing may say something later: a send that is not due yet.
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
