import { load } from '@recado/application/commands/load'
import { streamOf } from '@recado/application/ids'
import { account } from '@recado/domain/account/account'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { CommandDeps } from '../deps.ts'

/** Whether an account exists, according to the log: the registry may lag behind. */
export async function accountExists(deps: CommandDeps, id: string): Promise<boolean> {
  const { state } = await load(deps, account, streamOf(account, id))
  return state.plan !== null
}

/** 404 for an account that does not exist. */
export function noSuchAccount(): HttpProblem {
  return new HttpProblem(
    404,
    'not_found',
    'no such account; open it with POST /operator/v1/accounts',
  )
}
