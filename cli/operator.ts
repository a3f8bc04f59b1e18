import { errorOf, unreachable } from '@recado/client/recado-error'
import { UsageError } from './io.ts'
import type { Session } from './session.ts'

/** Calls a route of the operator. @param path below /operator/v1 @throws RecadoError, UsageError without a token */
export async function operatorCall<Body>(
  { profile }: Pick<Session, 'profile'>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Body> {
  const { operatorToken, baseUrl, said } = profile
  if (operatorToken === null)
    throw new UsageError(
      `no operator token (from ${said.operatorToken}): set RECADO_OPERATOR_TOKEN and RECADO_BASE_URL`,
    )
  const url = `${baseUrl.replace(/\/api\/v1$/, '')}/operator/v1${path}`
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${operatorToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch((error) => {
    throw unreachable(url, error)
  })
  if (!answer.ok) throw await errorOf(answer)
  return (await answer.json()) as Body
}
