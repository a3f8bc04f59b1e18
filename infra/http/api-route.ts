import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Session } from '../dashboard/sessions.ts'
import type { Actor } from '../event-store/event-store.ts'
import type { AccountEntry, UserEntry } from '../registry-entries.ts'
import type { HttpProblem } from './http-problem.ts'

/** Who calls, with an API key or in a session of the dashboard. */
export type Caller = {
  readonly account: AccountEntry
  /** To whom facts are put down. */
  readonly actor: Actor
  readonly scopes: readonly KeptAccess[]
  /** Under which calls are counted. */
  readonly limitKey: string
  /** Whether the caller still is who may call; asked again for as long as an answer goes on. */
  readonly isAllowed: () => boolean
  /** Null with an API key. */
  readonly signedIn: { readonly user: UserEntry; readonly session: Session } | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once the guards let a call with a key or a session pass. */
    caller: Caller | null
    /** Whether the operator's token let the call pass. */
    isOperator: boolean
  }
}

/** Which connections an operation serves; `official` also needs the Official or Agency plan. */
export type Availability = 'both' | 'official'

/** What a caller may be allowed: a key by its scopes, a user by the role. No key owns an account. */
export type KeptAccess = 'read' | 'write' | 'owner'

/**
 * Who may call: callers who are allowed this, the operator, or anyone.
 * Only calls of callers are counted against the rate limit.
 */
export type Access = KeptAccess | 'operator' | 'anyone'

/** An example of a body, shown in the OpenAPI document. */
export type Example = { readonly summary?: string; readonly value: unknown }

/** What a client can know of a route; validates requests and replies, and becomes OpenAPI. */
export type RouteDocument = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base path, parameters as `:id`. */
  readonly url: string
  /** What a generated client calls it: a verb and a resource. Needed where the route is described to clients. */
  readonly operationId?: string
  readonly summary: string
  readonly description?: string
  readonly access: Access
  readonly availability: Availability
  /**
   * When the plan is looked at. `route`: before the body is read, for every call. A function: once the JSON is
   * parsed, when it returns true for the body. `handler`: the handler does it.
   */
  readonly planGate: 'route' | 'handler' | ((body: unknown) => boolean)
  readonly params: z.ZodType
  readonly query: z.ZodType
  /** Null when the route takes no JSON. */
  readonly body: z.ZodType | null
  /** Of the request, `application/json` unless told. Others bring their own parser. */
  readonly bodyType?: string
  /** In bytes; 1 MiB unless told. */
  readonly bodyLimit?: number
  /** By status. A string instead of a schema is the media type of a reply that is not JSON. */
  readonly reply: Readonly<Record<number, z.ZodType | string>>
  /** Media types, by status, that the same answer also comes in for who accepts them. */
  readonly otherTypes?: Readonly<Record<number, readonly string[]>>
  /** Statuses of errors beyond those every route can answer. */
  readonly problems: readonly number[]
  readonly requestExamples?: Readonly<Record<string, Example>>
  readonly replyExamples?: Readonly<Record<number, Example>>
  /** Request headers to document. */
  readonly headers?: Readonly<Record<string, HeaderDocument>>
}

/** A request header, and what its text may be. */
export type HeaderDocument = {
  readonly description: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** A request that passed every guard and schema. */
export type RouteInput<Params = unknown, Query = unknown, Body = unknown> = {
  /** Set exactly when the route's access is read, write or owner. */
  readonly caller: Caller | null
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Correlation id of everything the request causes. */
  readonly requestId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * What a route answers. A string body is sent as it stands: ready JSON, or what `type` says; so is one that gives
 * such text piece by piece.
 */
export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Media type of a body that is not JSON. */
  readonly type?: string
}

/** A route as a value: what it promises, and how it answers. Built by the route builders of both APIs. */
export type ApiRoute<Deps> = RouteDocument & {
  handle(input: RouteInput, deps: Deps): Promise<Answer | HttpProblem>
}
