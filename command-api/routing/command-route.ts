import type { ApiRoute, RouteInput } from '@recado/infra/http/api-route'
import type { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import {
  type AnyDecide,
  answerCommand,
  type CommandDeclaration,
  type Replies,
} from './answer-command.ts'
import { type KeyInput, type Nothing, operatorRoute, workflowRoute } from './route.ts'

/**
 * A route that prepares, loads, decides, appends at the exact revision, waits for the read models and answers from the
 * decided state. A refusal without an answer does not compile.
 */
export function commandRoute<
  Decide extends AnyDecide,
  Reply extends Replies,
  P extends z.ZodType = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = z.ZodUndefined,
  Prepared extends object = object,
>(
  declaration: CommandDeclaration<{
    params: P
    query: Q
    body: B
    input: KeyInput<z.output<P>, z.output<Q>, z.output<B>>
    prepared: Prepared
    decide: Decide
    reply: Reply
  }>,
): ApiRoute<CommandDeps> {
  return workflowRoute<P, Q, B>({
    ...declaration,
    handle: (input, deps) => answerCommand(declaration, input, () => input.account.id, deps),
  })
}

/** As `commandRoute`, for the operator. @param declaration `account` names the account that the facts belong to */
export function operatorCommand<
  Decide extends AnyDecide,
  Reply extends Replies,
  P extends z.ZodType = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = z.ZodUndefined,
  Prepared extends object = object,
>(
  declaration: CommandDeclaration<{
    params: P
    query: Q
    body: B
    input: RouteInput<z.output<P>, z.output<Q>, z.output<B>>
    prepared: Prepared
    decide: Decide
    reply: Reply
  }> & {
    readonly account: (
      input: RouteInput<z.output<P>, z.output<Q>, z.output<B>> & Prepared,
    ) => string | null
  },
): ApiRoute<CommandDeps> {
  return operatorRoute<P, Q, B>({
    ...declaration,
    handle: (input, deps) => answerCommand(declaration, input, declaration.account, deps),
  })
}
