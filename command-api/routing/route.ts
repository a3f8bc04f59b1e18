import type {
  Answer,
  ApiRoute,
  Availability,
  RouteDocument,
  RouteInput,
} from '@recado/infra/http/api-route'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { AccountEntry } from '@recado/infra/registry-entries'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { waitForReadModels } from './wait-for-read-models.ts'

// A write route has one of two shapes.
//
//   command route  (command-route.ts) one decision about one aggregate, answered from the decided state; lookups and
//                  provider calls precede the decision, in `prepare`
//   workflow       (workflowRoute, and operatorRoute for the operator) everything else: decisions about several
//                  streams in turn (contacts, accounts, connections), a provider call between two appends (sends), or
//                  an answer from another source (the read models for a conversation, the provider for a profile)
//
// Repeating the call completes an interrupted workflow (a send with its Idempotency-Key).

export type Nothing = z.ZodObject<Record<never, never>>

/** The fields that all builders of write routes share. */
export type RouteDeclaration<
  P extends z.ZodType,
  Q extends z.ZodObject,
  B extends z.ZodType,
> = Pick<
  RouteDocument,
  | 'url'
  | 'operationId'
  | 'summary'
  | 'description'
  | 'bodyType'
  | 'bodyLimit'
  | 'requestExamples'
  | 'replyExamples'
  | 'headers'
> & {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly params?: P
  readonly query?: Q
  /** Without a schema the route has no JSON body. */
  readonly body?: B
  /** `both` by default. */
  readonly availability?: Availability
  /** `route` by default. */
  readonly planGate?: RouteDocument['planGate']
  readonly reply: RouteDocument['reply']
  /** Error statuses beyond those of every route, for the OpenAPI document. */
  readonly problems?: readonly number[]
}

/** A validated request that needs no key or session. */
export type AnyoneInput = Pick<RouteInput, 'request' | 'requestId'>

/** A validated request with a key or a session. */
export type KeyInput<Params, Query, Body> = RouteInput<Params, Query, Body> & {
  readonly account: AccountEntry
  readonly caller: NonNullable<RouteInput['caller']>
}

/** An answer to a write, and the position that the read models must pass before it is sent. */
export type WriteAnswer = Answer & {
  /** Null when there is nothing to wait for. */
  readonly position: bigint | null
}

/** A write of an API key or a session that is more than one decision about one aggregate. */
export function workflowRoute<
  P extends z.ZodType = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(
  declaration: RouteDeclaration<P, Q, B> & {
    handle(
      input: KeyInput<z.output<P>, z.output<Q>, z.output<B>>,
      deps: CommandDeps,
    ): Promise<WriteAnswer | HttpProblem>
  },
): ApiRoute<CommandDeps> {
  return {
    ...routeDocument(declaration, 'write'),
    handle: (input, deps) => {
      const { caller } = input
      if (caller === null) throw new Error('a write route was reached without a caller')
      const typed = { ...input, caller, account: caller.account }
      return answerWrite(
        input,
        declaration.handle(typed as Parameters<typeof declaration.handle>[0], deps),
        deps,
      )
    },
  }
}

/** A workflow or a read of the operator, who has no account. */
export function operatorRoute<
  P extends z.ZodType = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(
  declaration: Omit<RouteDeclaration<P, Q, B>, 'method'> & {
    readonly method: RouteDocument['method']
    handle(
      input: RouteInput<z.output<P>, z.output<Q>, z.output<B>>,
      deps: CommandDeps,
    ): Promise<WriteAnswer | HttpProblem>
  },
): ApiRoute<CommandDeps> {
  return {
    ...routeDocument(declaration, 'operator'),
    handle: (input, deps) =>
      answerWrite(
        input,
        declaration.handle(input as Parameters<typeof declaration.handle>[0], deps),
        deps,
      ),
  }
}

/** A write of the dashboard before a session exists. */
export function anyoneRoute<B extends z.ZodType>(
  declaration: RouteDeclaration<Nothing, Nothing, B> & {
    handle(
      input: RouteInput<object, object, z.output<B>>,
      deps: CommandDeps,
    ): Promise<WriteAnswer | HttpProblem>
  },
): ApiRoute<CommandDeps> {
  return {
    ...routeDocument(declaration, 'anyone'),
    handle: (input, deps) =>
      answerWrite(
        input,
        declaration.handle(input as Parameters<typeof declaration.handle>[0], deps),
        deps,
      ),
  }
}

function routeDocument<P extends z.ZodType, Q extends z.ZodObject, B extends z.ZodType>(
  declaration: Omit<RouteDeclaration<P, Q, B>, 'method'> & Pick<RouteDocument, 'method'>,
  access: 'write' | 'operator' | 'anyone',
): RouteDocument {
  return {
    availability: 'both',
    planGate: 'route',
    problems: [],
    ...declaration,
    access,
    params: declaration.params ?? z.object({}),
    query: declaration.query ?? z.object({}),
    body: declaration.body ?? null,
  }
}

async function answerWrite(
  input: RouteInput,
  answering: Promise<WriteAnswer | HttpProblem>,
  deps: CommandDeps,
): Promise<Answer | HttpProblem> {
  const answer = await answering
  if (answer instanceof HttpProblem || answer.position === null) return answer
  const headers = await waitForReadModels(input, answer.position, deps)
  return { ...answer, headers: { ...answer.headers, ...headers } }
}
