import { type Executed, execute } from '@recado/application/commands/execute'
import { streamOf } from '@recado/application/ids'
import type { Aggregate, Decide, Fact } from '@recado/domain/decision'
import type { RouteInput } from '@recado/infra/http/api-route'
import { HttpProblem, type ProblemFor } from '@recado/infra/http/http-problem'
import type { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { positionToRead } from './position-to-read.ts'
import { commandContext } from './request-context.ts'
import type { RouteDeclaration, WriteAnswer } from './route.ts'

/** The input of a route's `command`: the validated request, the prepared values, the time, and new ids. */
export type CommandInput<Input> = Input & {
  /** Now, ISO 8601 UTC with milliseconds; also the `recorded_at` of the facts. */
  readonly at: string
  readonly newId: () => string
}

/** The result of a command that was not refused. */
export type Done<Input, Command, State, Event> = Input & {
  readonly command: Command
  /** After the facts below. */
  readonly state: State
  /** The facts appended by this command; empty when nothing had to change. */
  readonly events: readonly Event[]
  /** Whether these facts are the first of their stream. */
  readonly isNew: boolean
}

type Replies = Readonly<Record<number, z.ZodType>>
type BodyOf<Reply extends Replies> = Reply[keyof Reply & number]['_zod']['output']

/** The steps of a command about one aggregate, from request to answer. */
export type CommandDecision<
  Input,
  Prepared extends object,
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  Reason extends string,
  Reply extends Replies,
  Given = CommandInput<Input & Prepared>,
> = {
  /** Lookups and effects outside the log before the decision: registry, vault, provider. */
  readonly prepare?: (input: Input, deps: CommandDeps) => Promise<Prepared | HttpProblem>
  readonly aggregate: Aggregate<State, Event>
  /** The part of the stream's name after `category-`. */
  readonly stream: (input: Given) => string
  /** The command, or a problem when something outside the aggregate already forbids it. */
  readonly command: (input: Given) => NoInfer<Command> | HttpProblem
  readonly decide: Decide<Command, State, Decided, Reason>
  readonly refusals: { readonly [R in NoInfer<Reason>]: ProblemFor }
  /** The schemas of the body by status. With several, `status` chooses one. */
  readonly reply: Reply
  readonly status?: (done: Done<Given, Command, State, Decided>) => keyof Reply & number
  /** The body. A literal type needs `as const`, such as `true as const`. */
  readonly answer: (
    done: Done<Given, Command, State, Decided>,
    deps: CommandDeps,
  ) => BodyOf<Reply> | Promise<BodyOf<Reply>>
}

export type CommandDeclaration<
  P extends z.ZodType,
  Q extends z.ZodObject,
  B extends z.ZodType,
  Input,
  Prepared extends object,
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  Reason extends string,
  Reply extends Replies,
> = Omit<RouteDeclaration<P, Q, B>, 'reply'> &
  CommandDecision<Input, Prepared, Command, State, Event, Decided, Reason, Reply>

/**
 * Prepares, decides and answers the command of a request.
 * @param accountOf the account that the facts belong to
 * @throws as execute
 */
export async function answerCommand<
  Input extends RouteInput,
  Prepared extends object,
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  Reason extends string,
  Reply extends Replies,
>(
  decision: CommandDecision<Input, Prepared, Command, State, Event, Decided, Reason, Reply>,
  request: Input,
  accountOf: (input: Input & Prepared) => string | null,
  deps: CommandDeps,
): Promise<WriteAnswer | HttpProblem> {
  const prepared = await decision.prepare?.(request, deps)
  if (prepared instanceof HttpProblem) return prepared
  const known = { ...request, ...prepared } as Input & Prepared
  const now = deps.now()
  const input = { ...known, at: now.toISOString(), newId: deps.newId }
  const command = decision.command(input)
  if (command instanceof HttpProblem) return command
  const { aggregate, decide } = decision
  const id = decision.stream(input)
  const context = { ...commandContext(request, deps, accountOf(known)), now: () => now }
  const outcome = await execute(deps, { aggregate, id, decide, command, context })
  if (!('state' in outcome)) return decision.refusals[outcome.refused](outcome)
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
