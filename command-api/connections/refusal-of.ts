import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { providerRefused } from '@recado/infra/providers/provider-problem'
import type { NotOk } from '@recado/infra/providers/provider-result'

/**
 * 422 with the provider's words where it refuses a number or its credentials; null where it says nothing about them.
 * @param number the number, as the answer names it
 * @param credentials the given ones, which are cut out of the provider's words
 */
export function refusalOf(
  { kind, error }: NotOk,
  number: string,
  credentials: Readonly<Record<string, string | undefined>>,
): HttpProblem | null {
  if (kind === 'refused') return providerRefused(error)
  if (error.class !== 'auth') return null
  const given = Object.values(credentials).filter((secret) => secret !== undefined)
  const title = given.reduce((text, secret) => text.replaceAll(secret, '…'), error.title)
  return invalidInput(`token is not accepted for ${number}: ${title} (${error.code})`)
}
