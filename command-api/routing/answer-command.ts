import { type Executed, execute } from '@recado/application/commands/execute'
import { streamOf } from '@recado/application/ids'
import type { Aggregate, Decide, Fact, Refusal } from '@recado/domain/decision'
import type { RouteInput } from '@recado/infra/http/api-route'
import { HttpProblem, type ProblemFor } from '@recado/infra/http/http-problem'
import type { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { positionToRead } from './position-to-read.ts'
import { commandContext } from './request-context.ts'
import type { RouteDeclaration, WriteAnswer } from './route.ts'

export type Replies = Readonly<Record<number, z.ZodType>>

/** Any decision; `never` stands for the command and the state, which each takes in its own form. */
export type AnyDecide = Decide<never, never, Fact, string>

/** The types of one command route, from its request to its answer. */
export type CommandShape = {
  /** The schemas of the request. */
  readonly params: z.ZodType
  readonly query: z.ZodObject
  readonly body: z.ZodType
  /** The validated request. */
  readonly input: RouteInput
  /** The values that `prepare` adds to it. */
  readonly prepared: object
  /** The decision, which has the command, the state, the facts and the reasons of refusals. */
  readonly decide: AnyDecide
  /** The schemas of the answer's body by status. */
  readonly reply: Replies
}

type CommandOf<S extends CommandShape> = Parameters<S['decide']>[0]
type StateOf<S extends CommandShape> = Parameters<S['decide']>[1]
type FactOf<S extends CommandShape> = Extract<ReturnType<S['decide']>, readonly Fact[]>[number]
type ReasonOf<S extends CommandShape> = Extract<ReturnType<S['decide']>, Refusal>['refused']
type BodyOf<S extends CommandShape> = S['reply'][keyof S['reply'] & number]['_zod']['output']

/** The input of a route's `command`: the validated request, the prepared values, the time, and new ids. */
type Given<Input, Prepared> = Input &
  Prepared & {
    /** Now, ISO 8601 UTC with milliseconds; also the `recorded_at` of the facts. */
    readonly at: string
    readonly newId: () => string
  }

/** The result of a command that was not refused. */
type Done<S extends CommandShape> = Given<S['input'], S['prepared']> & {
  readonly command: CommandOf<S>
  /** After the facts below. */
  readonly state: StateOf<S>
  /** The facts appended by this command; empty when nothing had to change. */
  readonly events: readonly FactOf<S>[]
  /** Whether these facts are the first of their stream. */
  readonly isNew: boolean
}

/**
 * The steps of a command about one aggregate, from request to answer. The input and what is prepared are parameters of
 * their own because TypeScript infers the shape from one step after the other: it would take `prepared` for empty once
 * it reads any other part of the shape.
 */
type CommandDecision<S extends CommandShape, Input = S['input'], Prepared = S['prepared']> = {
  /** Lookups and effects outside the log before the decision: registry, vault, provider. */
  readonly prepare?: (input: Input, deps: CommandDeps) => Promise<Prepared | HttpProblem>
  readonly aggregate: Aggregate<StateOf<S>, FactOf<S>>
  /** The part of the stream's name after `category-`. */
  readonly stream: (input: Given<Input, Prepared>) => string
  /** The command, or a problem when something outside the aggregate already forbids it. */
  readonly command: (input: Given<Input, Prepared>) => CommandOf<S> | HttpProblem
  readonly decide: Decide<CommandOf<S>, StateOf<S>, FactOf<S>, ReasonOf<S>>
  readonly refusals: { readonly [R in ReasonOf<S>]: ProblemFor }
  /** Takes back what `prepare` did outside the log. */
  readonly onRefused?: (input: Given<Input, Prepared>, deps: CommandDeps) => Promise<void>
  /** The schemas of the body by status. With several, `status` chooses one. */
  readonly reply: S['reply']
  readonly status?: (done: Done<S>) => keyof S['reply'] & number
  /** The body. A literal type needs `as const`, such as `true as const`. */
  readonly answer: (done: Done<S>, deps: CommandDeps) => BodyOf<S> | Promise<BodyOf<S>>
}

export type CommandDeclaration<S extends CommandShape> = Omit<
  RouteDeclaration<S['params'], S['query'], S['body']>,
  'reply'
> &
  CommandDecision<S> & { readonly decide: S['decide'] }

/**
 * Prepares, decides and answers the command of a request.
 * @param accountOf the account that the facts belong to
 * @throws as execute
 */
export async function answerCommand<S extends CommandShape>(
  decision: CommandDecision<S>,
  request: S['input'],
  accountOf: (input: S['input'] & S['prepared']) => string | null,
  deps: CommandDeps,
): Promise<WriteAnswer | HttpProblem> {
  const prepared = await decision.prepare?.(request, deps)
  if (prepared instanceof HttpProblem) return prepared
  const known = { ...request, ...prepared } as S['input'] & S['prepared']
  const now = deps.now()
  const input = { ...known, at: now.toISOString(), newId: deps.newId }
  const command = decision.command(input)
  if (command instanceof HttpProblem) return command
  const { aggregate, decide } = decision
  const id = decision.stream(input)
  const context = { ...commandContext(request, deps, accountOf(known)), now: () => now }
  const outcome = await execute(deps, { aggregate, id, decide, command, context })
  if (!('state' in outcome)) {
    await decision.onRefused?.(input, deps)
    return decision.refusals[outcome.refused](outcome)
  }
  const { state, events } = outcome
  const done = { ...input, command, state, events, isNew: isNew(outcome) }
  return {
    status: statusOf(decision.reply, decision.status?.(done)),
    body: await decision.answer(done, deps),
    position: await positionToRead(deps, streamOf(aggregate, id), outcome.position),
  }
}

function isNew({ events, revision }: Executed<unknown, Fact>): boolean {
  return revision !== null && BigInt(events.length) > revision
}

function statusOf(reply: object, chosen: number | undefined): number {
  const [only, another] = Object.keys(reply).map(Number)
  if (chosen !== undefined) return chosen
  if (only === undefined || another !== undefined) {
    throw new Error('a command with several replies needs `status` to choose one')
  }
  return only
}
