import type { Fact } from '@recado/domain/decision'
import type { ApiRoute, RouteInput } from '@recado/infra/http/api-route'
import type { z } from 'zod'
import { answerCommand, type CommandDeclaration, type CommandInput } from './answer-command.ts'
import type { CommandDeps } from './deps.ts'
import { type KeyInput, type Nothing, operatorRoute, route } from './route.ts'

/**
 * A route value from a declaration: load, decide, append at the exact revision, wait for the read models, answer
 * from the decided state. A refusal without an answer does not compile.
 */
export function commandRoute<
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  Reason extends string,
  Reply extends Readonly<Record<number, z.ZodType>>,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(
  declaration: CommandDeclaration<
    P,
    Q,
    B,
    Command,
    State,
    Event,
    Decided,
    Reason,
    Reply,
    CommandInput<KeyInput<z.output<P>, z.output<Q>, z.output<B>>>
  >,
): ApiRoute<CommandDeps> {
  return route<P, Q, B>({
    ...declaration,
    handle: (input, deps) => answerCommand(declaration, input, input.account.id, deps),
  })
}

/**
 * As `commandRoute`, for the operator, who belongs to no account.
 * @param declaration `account` names the account that the facts belong to
 */
export function operatorCommand<
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  Reason extends string,
  Reply extends Readonly<Record<number, z.ZodType>>,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(
  declaration: CommandDeclaration<
    P,
    Q,
    B,
    Command,
    State,
    Event,
    Decided,
    Reason,
    Reply,
    CommandInput<RouteInput<z.output<P>, z.output<Q>, z.output<B>>>
  > & {
    readonly account: (
      input: RouteInput<z.output<P>, z.output<Q>, z.output<B>>,
      deps: CommandDeps,
    ) => string | null
  },
): ApiRoute<CommandDeps> {
  return operatorRoute<P, Q, B>({
    ...declaration,
    handle: (input, deps) =>
      answerCommand(declaration, input, declaration.account(input, deps), deps),
  })
}
