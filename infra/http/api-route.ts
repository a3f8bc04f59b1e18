import type { Right } from '@recado/domain/user/role'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../event-store/event-store.ts'
import type { AccountEntry, UserEntry } from '../registry-entries.ts'
import type { HttpProblem } from './http-problem.ts'
import type { Session } from './sign-in/sessions.ts'

export type Caller = {
  readonly account: AccountEntry
  readonly actor: Actor
  readonly scopes: readonly Right[]
  readonly limitKey: string
  /** Whether the caller is still allowed; checked again while an answer is streamed. */
  readonly isAllowed: () => boolean
  /** Null with an API key. */
  readonly signedIn: { readonly user: UserEntry; readonly session: Session } | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guards for calls with a key or a session. */
    caller: Caller | null
    /** Whether the guards accepted the operator's token. */
    isOperator: boolean
  }
}

/** Which connections an operation serves; `official` also needs the Official or Agency plan. */
export type Availability = 'both' | 'official'

/** The right that a route requires, or `operator`, or `anyone`. Only calls of callers count against the rate limit. */
export type Access = Right | 'operator' | 'anyone'

export type Example = { readonly summary?: string; readonly value: unknown }

/** What clients see of a route. It validates requests and replies, and becomes the OpenAPI document. */
export type RouteDocument = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base path, parameters as `:id`. */
  readonly url: string
  /** The name in generated clients: a verb and a resource. Required for routes in the OpenAPI document. */
  readonly operationId?: string
  readonly summary: string
  readonly description?: string
  readonly access: Access
  readonly availability: Availability
  /** When the plan is checked: `route` before the body is read, a function on the parsed body, else by the handler. */
  readonly planGate: 'route' | 'handler' | ((body: unknown) => boolean)
  readonly params: z.ZodType
  readonly query: z.ZodObject
  readonly body: z.ZodType | null
  /** Media type of the request body, `application/json` by default. Another type needs its own parser. */
  readonly bodyType?: string
  /** In bytes; 1 MiB by default. */
  readonly bodyLimit?: number
  /** By status. A string instead of a schema is the media type of a reply that is not JSON. */
  readonly reply: Readonly<Record<number, z.ZodType | string>>
  /** Further media types of the same answer, by status, for clients that accept them; each with an example. */
  readonly otherTypes?: Readonly<Record<number, Readonly<Record<string, Example>>>>
  /** Error statuses beyond those that every route can answer. */
  readonly problems: readonly number[]
  readonly requestExamples?: Readonly<Record<string, Example>>
  readonly replyExamples?: Readonly<Record<number, Example>>
  readonly headers?: Readonly<Record<string, HeaderDocument>>
}

export type HeaderDocument = {
  readonly description: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

export type RouteInput<Params = unknown, Query = unknown, Body = unknown> = {
  /** Set exactly when the route's access is read, write or owner. */
  readonly caller: Caller | null
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Correlation id of everything that the request causes. */
  readonly requestId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A string body is sent unchanged: finished JSON, or text of media type `type`. So is text that comes in pieces. */
export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly type?: string
}

export type ApiRoute<Deps> = RouteDocument & {
  handle(input: RouteInput, deps: Deps): Promise<Answer | HttpProblem>
}
