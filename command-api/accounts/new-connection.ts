import type { ProviderKinds } from '@recado/infra/providers/provider'
import type { NewNumber } from '@recado/infra/providers/registration'
import { z } from 'zod'

/** Body of POST /accounts/{id}/connections: a union of the providers' schemas, discriminated by `type`. */
export function newConnection(providers: ProviderKinds): z.ZodType<NewNumber> {
  const [first, ...others] = [...providers.values()].map(({ registration }) => registration)
  if (first === undefined) throw new Error('there is no provider to register a number of')
  return z.discriminatedUnion('type', [first, ...others])
}
