import type { SendError } from '@recado/domain/message/events'

/**
 * A call without success. `refused`: the provider rejects this very request. `failed`: it could not be asked, or its
 * answer says nothing about the request; a later try may succeed.
 */
export type NotOk =
  | { readonly kind: 'refused'; readonly error: SendError }
  | { readonly kind: 'failed'; readonly error: SendError }

/** The result of a call that sends no message. */
export type ProviderResult<Value> = { readonly kind: 'ok'; readonly value: Value } | NotOk

export type Gone = { readonly kind: 'gone'; readonly error: SendError }

export function mapResult<From, To>(
  result: ProviderResult<From>,
  to: (value: From) => To,
): ProviderResult<To> {
  return result.kind === 'ok' ? { kind: 'ok', value: to(result.value) } : result
}
