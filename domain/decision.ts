import type { AggregateCategory } from './category.ts'

/** A fact before it is stored. `data` is plain JSON: no Date, no undefined, no bigint. */
export type Fact = { readonly type: string; readonly data: object }

/** The negative result of a decision: a value, never thrown. `refused` is the reason in snake_case. */
export type Refusal<Reason extends string = string> = {
  readonly refused: Reason
  /** What the answer names beside the reason, such as the field at fault. */
  readonly detail?: string
}

/** Refuses a command for a reason that the route maps to the contract's status and code. */
export function refuse<Reason extends string>(reason: Reason, detail?: string): Refusal<Reason> {
  return detail === undefined ? { refused: reason } : { refused: reason, detail }
}

export function isRefusal<Reason extends string>(
  outcome: readonly Fact[] | Refusal<Reason>,
): outcome is Refusal<Reason> {
  return !Array.isArray(outcome)
}

/** The state that decisions need, and how facts build it. Its stream is `category-id`. */
export type Aggregate<State, Event extends Fact> = {
  readonly category: AggregateCategory
  readonly initialState: State
  evolve(state: State, event: Event): State
}

/** A rule: facts, nothing (an empty list), or a refusal. Pure; the same command again adds nothing. */
export type Decide<Command, State, Event extends Fact, Reason extends string = never> = (
  command: Command,
  state: State,
) => readonly Event[] | Refusal<Reason>
