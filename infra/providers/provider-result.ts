import type { SendError } from '@recado/domain/message/events'

/**
 * A call that came to nothing. `refused`: the provider says no to this very request. `failed`: it could not be asked,
 * or its answer says nothing about the request; later it may.
 */
export type NotOk =
  | { readonly kind: 'refused'; readonly error: SendError }
  | { readonly kind: 'failed'; readonly error: SendError }

/** What came of a call that sends no message. */
export type ProviderResult<Value> = { readonly kind: 'ok'; readonly value: Value } | NotOk

/** The provider has no such thing, or no longer. */
export type Gone = { readonly kind: 'gone'; readonly error: SendError }

/** The same result with another value. */
export function mapResult<From, To>(
  result: ProviderResult<From>,
  to: (value: From) => To,
): ProviderResult<To> {
  return result.kind === 'ok' ? { kind: 'ok', value: to(result.value) } : result
}
