import { type Executed, execute } from '@recado/application/commands/execute'
import type { Aggregate, Decide, Fact } from '@recado/domain/decision'
import type { RouteInput } from '@recado/infra/http/api-route'
import { HttpProblem, type ProblemFor } from '@recado/infra/http/http-problem'
import type { z } from 'zod'
import type { CommandDeps } from './deps.ts'
import { commandContext } from './request-context.ts'
import type { RouteDeclaration, WriteAnswer } from './route.ts'

/** What a command is made of: the validated request, the time, and new ids. */
export type CommandInput<Input extends RouteInput = RouteInput> = Input & {
  /** Now, ISO 8601 UTC with milliseconds; also the `recorded_at` of the facts. */
  readonly at: string
  /** A new random uuid. */
  readonly newId: () => string
}

/** What came of a command that was not refused. */
export type Done<Input, Command, State, Event> = Input & {
  readonly command: Command
  /** After the facts below. */
  readonly state: State
  /** Appended now; none when there was nothing to do. */
  readonly events: readonly Event[]
}

type Replies = Readonly<Record<number, z.ZodType>>
type BodyOf<Reply extends Replies> = Reply[keyof Reply & number]['_zod']['output']

/** A command about one aggregate: the parts of its rule's way from request to answer. */
export type CommandDecision<
  Input,
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  Reason extends string,
  Reply extends Replies,
> = {
  readonly aggregate: Aggregate<State, Event>
  /** The part of the stream's name after `category-`. */
  readonly stream: (input: Input) => string
  /** The command; or a problem, when something outside the aggregate already says no. */
  readonly command: (
    input: Input,
    deps: CommandDeps,
  ) => NoInfer<Command> | HttpProblem | Promise<NoInfer<Command> | HttpProblem>
  readonly decide: Decide<Command, State, Decided, Reason>
  /** The answer to each refusal. */
  readonly refusals: { readonly [R in NoInfer<Reason>]: ProblemFor }
  /** By status. With more than one, `status` says which. */
  readonly reply: Reply
  readonly status?: (done: Done<Input, Command, State, Decided>) => keyof Reply & number
  /** The body. A literal type needs `as const`, such as `true as const`. */
  readonly answer: (done: Done<Input, Command, State, Decided>) => BodyOf<Reply>
}

/** What `commandRoute` and `operatorCommand` take. */
export type CommandDeclaration<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  Reason extends string,
  Reply extends Replies,
  Input,
> = Omit<RouteDeclaration<P, Q, B>, 'reply'> &
  CommandDecision<Input, Command, State, Event, Decided, Reason, Reply>

/** Decides a request's command and answers it. @throws what `execute` throws */
export async function answerCommand<
  Input extends RouteInput,
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  Reason extends string,
  Reply extends Replies,
>(
  decision: CommandDecision<CommandInput<Input>, Command, State, Event, Decided, Reason, Reply>,
  request: Input,
  accountId: string | null,
  deps: CommandDeps,
): Promise<WriteAnswer | HttpProblem> {
  const now = deps.now()
  const input = { ...request, at: now.toISOString(), newId: deps.newId }
  const command = await decision.command(input, deps)
  if (command instanceof HttpProblem) return command
  const { aggregate, decide } = decision
  const id = decision.stream(input)
  const context = { ...commandContext(request, deps, accountId), now: () => now }
  const outcome = await execute(deps, { aggregate, id, decide, command, context })
  if (!('state' in outcome)) return decision.refusals[outcome.refused](outcome)
  const done = { ...input, command, state: outcome.state, events: outcome.events }
  return {
    status: statusOf(decision.reply, decision.status?.(done)),
    body: decision.answer(done),
    position: await positionOf(outcome, `${aggregate.category}-${id}`, deps),
  }
}

function statusOf(reply: object, chosen: number | undefined): number {
  const [only, another] = Object.keys(reply).map(Number)
  if (chosen !== undefined) return chosen
  if (only === undefined || another !== undefined) {
    throw new Error('a command with several replies needs `status` to choose one')
  }
  return only
}

/** Nothing new to say still rests on what was said before, maybe a moment ago: the reader must see that. */
async function positionOf(
  outcome: Pick<Executed<unknown, Fact>, 'position' | 'revision'>,
  stream: string,
  { store }: CommandDeps,
): Promise<bigint | null> {
  if (outcome.position !== null || outcome.revision === null) return outcome.position
  return (await store.readLast(stream))?.position ?? null
}
